import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { acceptedKey, readAccepted } from '../../src/features/import/given-values.server.ts';
import { writeImportReport } from '../../src/features/import/import-report.server.ts';
import type { Role } from '../../src/features/staff/rights.ts';
import { remark } from '../../src/i18n/remark.server.ts';
import { wordsOf } from '../support/browse.ts';
import { OTHER, startContentSite } from '../support/content-site.ts';
import { askStudio } from '../support/studio-site.ts';

let site: Awaited<ReturnType<typeof startContentSite>>;
beforeAll(async () => {
  site = await startContentSite(inject('site'));
  mkdirSync(join(site.live.dataDir, 'import'), { recursive: true });
}, 60_000);
afterAll(() => site.live.stop());

const page = async () => parse(await site.get('/studio/imports/')).querySelector('main');
const plan = { added: [], returned: [], changed: [], removed: [], same: 3, skipped: [], notes: [] };

const ODD = remark('REMARK_ODD', {
  values: [remark('REMARK_ODD_BOUNDS', { field: 'Price', value: 12, least: 1000, most: 5000 })],
});

test('the page of the imports says what each import did, with links, and what was left', async () => {
  expect(wordsOf(await page())).toContain('Er is nog geen import');
  await writeImportReport(site.live.dataDir, 'whise', {
    ...{ ok: true, notes: [remark('REMARK_OFFLINE', { count: 2, status: 5, ids: '1, 2' })] },
    plan: {
      ...plan,
      changed: [{ id: Number(OTHER), fields: ['Price', 'EnergyPerformance'] }],
      skipped: [{ id: 99_999, why: ODD, isNew: true }],
      notes: [{ id: Number(OTHER), note: remark('REMARK_EDITOR_VALUE', { field: 'Price', value: '12' }) }],
    },
    pictures: {
      failed: [{ id: Number(OTHER), source: 'a.jpg', reason: remark('REMARK_PICTURE_STATUS', { status: 404 }) }],
    },
  });
  await writeImportReport(site.live.dataDir, 'csv', {
    ok: false,
    why: remark('REMARK_COLUMNS_MISSING', { columns: 'Vraagprijs' }),
    plan,
  });
  const main = await page();
  const words = wordsOf(main);
  expect(words).not.toMatch(/EnergyPerformance|FIELD_/);
  for (const said of [
    ...['whise', '2 panden zijn niet in het aanbod', 'Prijs 12 ligt niet tussen 1000 en 5000', '99999'],
    ...[
      'Prijs van een medewerker blijft',
      'a.jpg antwoordde met 404',
      'Er is niets gewijzigd',
      'de kolommen Vraagprijs',
    ],
  ])
    expect(words).toContain(said);
  expect(main!.querySelectorAll(`a[href="/studio/content/properties/${OTHER}/"]`)).toHaveLength(3);
});

test('an odd value is confirmed by who may change it, and only the value that was asked for', async () => {
  const odd = [{ field: 'Price', value: 12 }];
  const skipped = [
    { id: Number(OTHER), why: ODD, isNew: false, odd },
    { id: 99_998, why: remark('REMARK_TOWN_UNKNOWN', { zip: '1', town: 'X' }), isNew: true },
  ];
  await writeImportReport(site.live.dataDir, 'whise', { ok: true, plan: { ...plan, skipped } });
  const forms = (await page())!.querySelectorAll('form[action="/studio/do/import-confirm/"]');
  expect(forms.map((form) => form.querySelector('[name=property]')?.getAttribute('value'))).toEqual([OTHER]);
  expect(wordsOf(await page())).toContain('Prijs 12 ligt niet');

  const confirm = (property: string, source = 'whise', role: Role = 'admin') =>
    askStudio(site.live, '/studio/do/import-confirm/', { ...site.as(role), fields: { source, property } });
  for (const [property, source] of [['99998'], ['1'], [OTHER, 'csv'], [OTHER, '../whise']] as const)
    expect(String((await confirm(property, source)).headers.location)).toContain('wrong=content-forbidden');
  expect((await confirm(OTHER, 'whise', 'editor')).status).toBe(404);
  expect(readAccepted(site.live.dataDir, 'whise')).toEqual(new Set());

  expect(String((await confirm(OTHER)).headers.location)).toContain('done=import-confirmed');
  expect(readAccepted(site.live.dataDir, 'whise')).toEqual(new Set([acceptedKey(Number(OTHER), 'Price', 12)]));
  expect((await askStudio(site.live, '/studio/audit/', site.as('admin'))).text).toContain('waarden van een import');
  const main = await page();
  expect(main!.querySelectorAll('form')).toEqual([]);
  expect(wordsOf(main)).toContain('Bevestigd: de volgende import');
});
