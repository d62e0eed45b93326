import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { writeImportReport } from '../../src/server/operations/import/import-report.ts';
import { wordsOf } from '../support/browse.ts';
import { OTHER, startContentSite } from '../support/content-site.ts';

let site: Awaited<ReturnType<typeof startContentSite>>;
beforeAll(async () => {
  site = await startContentSite(inject('site'));
  mkdirSync(join(site.live.dataDir, 'import'), { recursive: true });
}, 60_000);
afterAll(() => site.live.stop());

const page = async () => parse(await site.get('/studio/imports/')).querySelector('main');
const plan = { added: [], returned: [], changed: [], removed: [], same: 3, skipped: [], notes: [] };

test('the page of the imports says what each import did, with links, and what was left', async () => {
  expect(wordsOf(await page())).toContain('Er is nog geen import');
  await writeImportReport(site.live.dataDir, 'whise', {
    ...{ ok: true, notes: ['2 properties are not on offer'] },
    plan: {
      ...plan,
      changed: [{ id: Number(OTHER), fields: ['Price', 'EnergyPerformance'] }],
      skipped: [{ id: 99_999, why: 'Price 12 is not between 1000 and 50000000', isNew: true }],
      notes: [{ id: Number(OTHER), note: 'Price of an editor stays; the export has 12' }],
    },
    pictures: { failed: [{ id: Number(OTHER), source: 'a.jpg', reason: 'responded with 404' }] },
  });
  await writeImportReport(site.live.dataDir, 'csv', { ok: false, message: 'the columns for Price are missing', plan });
  const main = await page();
  const words = wordsOf(main);
  expect(words).not.toMatch(/EnergyPerformance|FIELD_/);
  for (const said of [
    ...['whise', '2 properties are not on offer', 'Price 12 is not between', '99999'],
    ...['Price of an editor stays', 'a.jpg responded with 404', 'Er is niets gewijzigd', 'the columns for Price'],
  ])
    expect(words).toContain(said);
  expect(main!.querySelectorAll(`a[href="/studio/content/properties/${OTHER}/"]`)).toHaveLength(3);
});
