import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createSite, type Site } from '../../src/content/site/site.ts';
import { openHealth, reportFailures } from '../../src/features/health/health.server.ts';
import { publishFinding } from '../../src/features/health/local-findings.server.ts';
import { environment } from '../../src/platform/environment/environment.server.ts';
import { publish } from '../../src/publish/publish.ts';
import { type PublishResult, readPublishFailure, recordPublish } from '../../src/publish/publish-record.ts';
import { testFolder } from '../support/folder.ts';
import { copySmallContent } from '../support/small-content.ts';
import { ENGINES, openStorage } from '../support/storage.ts';
import { agencySite } from '../support/submit.ts';
import { projectDir } from '../support/test-site.ts';

import { siteWithTargets } from '../support/webhook-site.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Tomorrow at noon: a mail belongs to a day in Brussels, and what waits in the outbox is not old. */
const START_MS = new Date().setUTCHours(34, 0, 0, 0);
let site: Site;
beforeAll(() => {
  site = agencySite();
});
const GOOD: PublishResult = {
  ok: true,
  versionId: 'a',
  built: true,
  pages: 1,
  rendered: 1,
  changed: null,
  seconds: 1,
  servers: 0,
  problems: [],
};
const REFUSED = { ok: false, problem: 'refused', message: 'The server could not start the new version' } as const;

test('a publish that fails is remembered with its sentences until one succeeds', async () => {
  const root = testFolder();
  const [contentDir, dataDir] = [join(root, 'content'), join(root, 'data')];
  copySmallContent(contentDir, {});
  writeFileSync(join(contentDir, 'properties/35187.json'), '{ "ID": 35187,, }');
  const settings = { ...environment({}), contentDir, dataDir };
  const result = await publish({ settings, projectDir, onTrouble: () => {} });
  expect(result).toMatchObject({ ok: false, problem: 'content' });
  expect(readPublishFailure(dataDir)).toMatchObject({
    errors: 1,
    reasons: [expect.stringContaining('properties/35187.json:1:')],
  });
  expect(publishFinding(dataDir)).toMatchObject({
    state: 'fail',
    message: expect.stringMatching(/^the content is not published since 20.*properties\/35187\.json:1:/),
  });
  await recordPublish(dataDir, GOOD);
  expect(publishFinding(dataDir)).toMatchObject({ state: 'ok' });
});

describe.each(ENGINES)('on %s the agency', (engine) => {
  const openReport = async (of = site) => {
    const { database, options } = await openStorage(engine);
    const { dataDir } = options;
    return {
      database,
      dataDir,
      report: (afterMs: number) =>
        reportFailures({ database, site: of, settings: { ...environment({}), dataDir } }, START_MS + afterMs),
      mails: () => database.db.selectFrom('outbox').selectAll().orderBy('id').execute(),
      fail: (atMs = 0) => recordPublish(dataDir, REFUSED, START_MS + atMs),
    };
  };

  test('hears of a publish that keeps failing, once a day until it succeeds', async () => {
    const { dataDir, report, mails, fail, database } = await openReport();
    await fail();
    expect(await report(MINUTE_MS)).toBe(0);
    await fail(9 * MINUTE_MS);
    expect((await Promise.all([report(11 * MINUTE_MS), report(11 * MINUTE_MS)])).sort()).toEqual([0, 1]);
    expect(await report(20 * MINUTE_MS)).toBe(0);
    expect(await report(DAY_MS + 20 * MINUTE_MS)).toBe(1);
    const [mail] = await mails();
    expect(mail).toMatchObject({ kind: 'failure', recipient: site.settings.site.agency.email });
    expect(mail?.subject).toBe('De nieuwe inhoud van de site staat niet online');
    expect(mail?.text).toContain(REFUSED.message);
    expect(
      await openHealth({ settings: { ...environment({}), dataDir }, database, targets: () => [] })(),
    ).toMatchObject({
      ok: true,
      facts: { checks: { publish: 'fail' } },
    });
    await recordPublish(dataDir, GOOD);
    expect(await report(3 * DAY_MS)).toBe(0);
  });

  test('hears of a target that does not receive its leads', async () => {
    const { report, mails } = await openReport(siteWithTargets(site, [{ name: 'crm', url: 'https://crm.example' }]));
    expect([await report(0), await report(MINUTE_MS)]).toEqual([1, 0]);
    const [mail] = await mails();
    expect(mail).toMatchObject({ kind: 'failure', subject: 'crm ontvangt geen aanvragen' });
    expect(mail?.text).toContain('add crm=whsec_… to WEBHOOK_SECRETS');
  });

  test('hears at once of an import that failed, with its sentence', async () => {
    const { dataDir, report, mails } = await openReport();
    mkdirSync(join(dataDir, 'import'));
    const file = join(dataDir, 'import/omnicasa.json');
    writeFileSync(
      file,
      JSON.stringify({ goodAt: new Date(START_MS).toISOString(), alarm: 'No access', maxAgeHours: 26 }),
    );
    expect([await report(0), await report(MINUTE_MS)]).toEqual([1, 0]);
    const [mail] = await mails();
    expect([mail?.subject, mail?.text]).toEqual([
      'De import omnicasa is niet gelukt',
      expect.stringContaining('No access'),
    ]);
    rmSync(file);
    expect(await report(2 * DAY_MS)).toBe(0);
  });

  test('can send these mails to somebody else, or to nobody', async () => {
    const siteWith = (checks: object) =>
      createSite({ ...site, settings: { ...site.settings, checks: { ...site.settings.checks, ...checks } } });
    const developer = 'web@bureau.example';
    const other = await openReport(siteWith({ failureMailTo: developer }));
    await other.fail();
    expect(await other.report(DAY_MS)).toBe(1);
    expect((await other.mails()).map(({ recipient }) => recipient)).toEqual([developer]);
    const off = await openReport(siteWith({ failureMail: false }));
    await off.fail();
    expect(await off.report(DAY_MS)).toBe(0);
  });
});
