import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { switchOff } from '../../src/features/webhook/send-event.server.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { testFolder } from '../support/folder.ts';
import { runCommand } from '../support/run-command.ts';
import { copySmallContent } from '../support/small-content.ts';
import { agencySite, PROPERTY_ID, poster } from '../support/submit.ts';
import { siteWithTargets, WEBHOOK_SECRET } from '../support/webhook-site.ts';

const URL = 'https://crm.example/hooks';
const TARGET = { name: 'crm', url: URL, events: ['lead.created' as const, 'person.erased' as const] };

/** A site with one lead for its target. */
async function open() {
  const folder = testFolder();
  const [CONTENT_DIR, DATA_DIR] = [join(folder, 'content'), join(folder, 'data')];
  for (const path of [CONTENT_DIR, DATA_DIR]) mkdirSync(path);
  copySmallContent(CONTENT_DIR, {});
  const use = (settings: unknown) =>
    writeFileSync(join(CONTENT_DIR, 'settings/webhooks.json'), JSON.stringify(settings));
  use({ targets: [{ ...TARGET, recipient: { nl: 'Voorbeeld' } }] });
  const database = await openDatabase({ dataDir: DATA_DIR });
  const site = siteWithTargets(agencySite(), [TARGET]);
  await poster({ database, site }).post('contact-me', { property: PROPERTY_ID });
  const run = (args: string[], more: Record<string, string> = {}) =>
    runCommand(args, { CONTENT_DIR, DATA_DIR, WEBHOOK_SECRETS: `crm=${WEBHOOK_SECRET}`, ...more });
  return { database, site, use, run };
}

test('webhooks list shows each target and its events, and what is missing; retry and on work', async () => {
  const { database, site, use, run } = await open();
  const listed = await run(['webhooks', 'list']);
  expect(listed.code).toBe(0);
  expect(listed.out).toContain('1 events waiting, last taken never');
  expect(listed.out).toMatch(/ pending {2}lead\.created {7}crm$/m);
  const unset = await run(['webhooks', 'list'], { WEBHOOK_SECRETS: '' });
  expect(unset.code).toBe(1);
  expect(unset.out).toContain('"crm" has no secret: add crm=whsec_… to WEBHOOK_SECRETS');
  expect(await run(['webhooks', 'list', '--target', 'cmr'])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('settings/webhooks.json has no target "cmr"; its targets are crm.'),
  });

  await switchOff(database, site, { name: 'crm', url: URL });
  await database.db.updateTable('outbox').set({ state: 'failed' }).where('target', '=', 'crm').execute();
  const { findings } = JSON.parse((await run(['doctor', '--json'])).out);
  expect(findings.find(({ name }: { name: string }) => name === 'webhook crm')).toMatchObject({
    state: 'fail',
    message: expect.stringContaining('switched off'),
  });
  const retried = await run(['webhooks', 'retry']);
  expect(retried.out).toContain('"crm" is switched off and takes none: "npm run site -- webhooks on crm" first.');
  expect((await run(['webhooks', 'on', 'crmm'])).errors).toContain('no target "crmm"; its targets are crm.');
  expect((await run(['webhooks', 'on', 'crm'])).out).toContain('"crm" is on; 1 events are due now.');
  expect(await run(['webhooks', 'on', 'crm'])).toMatchObject({ code: 1 });
  expect((await run(['webhooks', 'retry'])).out).toContain('1 events are due now.');
  expect((await run(['webhooks', 'retry', 'none'])).errors).toContain('There is no event none that waits or failed.');

  use({ targets: [{ name: 'crm' }] });
  for (const args of [
    ['webhooks', 'list'],
    ['leads', 'erase', 'margriet@example.be'],
  ]) {
    const refused = await run(args);
    expect(refused.code).toBe(1);
    expect(refused.errors).toContain('settings/webhooks.json cannot be used: "npm run site -- content check" says');
  }
  expect((await run(['content', 'check'])).out).toContain('targets[0].recipient: found nothing');
  await database.close();
});

test('leads erase removes what waits for a target and tells it which IDs are gone', async () => {
  const { database, run } = await open();
  expect((await run(['leads', 'erase', 'margriet@example.be'])).code).toBe(0);
  const events = await database.db.selectFrom('outbox').selectAll().where('target', 'is not', null).execute();
  expect(events.map(({ kind }) => kind)).toEqual(['person.erased']);
  expect(JSON.parse(events[0]!.text).data.references).toHaveLength(1);
  await database.close();
});

test('leads erase names the targets that have data and are not told', async () => {
  const { database, use, run } = await open();
  const zap = { name: 'zap', recipient: { nl: 'Zapier' }, url: URL, events: ['lead.created'] };
  use({ targets: [zap, { ...zap, name: 'make' }] });
  const sent = { target: 'zap', sent_at: '2026-11-24T08:00:00.000Z', state: 'sent' as const };
  await database.db.updateTable('outbox').set(sent).where('target', '=', 'crm').execute();
  const { out } = await run(['leads', 'erase', 'margriet@example.be']);
  expect(out).toContain('"zap" was sent 1 event about this person and is not told: erase it there.\n');
  expect(out).toContain('"make" is not told. Events that are no longer stored may have been about this person');
  expect((await run(['leads', 'erase', 'margriet@example.be'])).out).not.toContain('not told');
  await database.close();
});

test('a URL that is never requested is a failure before anything is sent', async () => {
  const { database, run } = await open();
  const local = { WEBHOOK_URLS: 'crm=http://10.0.0.5/hooks' };
  const { code, out } = await run(['webhooks', 'list'], { ...local, OUTGOING_REQUESTS: 'public' });
  expect(code).toBe(1);
  expect(out).toContain('its URL is not requested: http is not used; only https is (see OUTGOING_REQUESTS)');
  expect(out).not.toContain('10.0.0.5');
  expect((await run(['webhooks', 'list'], { ...local, OUTGOING_REQUESTS: 'any' })).code).toBe(0);
  await database.close();
});
