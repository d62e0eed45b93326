import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { listStaffEvents } from '../../src/features/staff/staff-events.server.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { readProgress } from '../../src/publish/publish-progress.ts';
import { openVersions } from '../../src/publish/versions.ts';
import { type PublishSite, startPublishSite } from '../support/publish-site.ts';
import { runCommand } from '../support/run-command.ts';
import { steadyLoad } from '../support/steady-load.ts';
import { askStudio, employAll, openStream } from '../support/studio-site.ts';

const ROLES = ['admin', 'office', 'agent', 'editor', 'reader'] as const;
const [HOUSE, OTHER] = [35187, 35160];
/** Publishes under load: with the trials more of them, and readers who never rest. */
const [ROUNDS, PAUSE_MS] = process.env.DORPEL_TRIALS ? [12, 0] : [2, 20];
const RENT = '/nl/te-huur/';
let own: PublishSite;
let people: Awaited<ReturnType<typeof employAll>>;

beforeAll(async () => {
  own = await startPublishSite(inject('site').versionDir, { DEMO: 'off' });
  people = await employAll(own as never, ROLES, 'bram-de-ridder');
  await letIn(Date.now());
}, 120_000);
afterAll(() => own.stop());

async function letIn(factorMs: number): Promise<void> {
  const database = await openDatabase({ dataDir: own.dataDir });
  await database.db
    .updateTable('staff_sessions')
    .set({ factor_at: new Date(factorMs).toISOString() })
    .execute();
  await database.close();
}
const cookie = (role: (typeof ROLES)[number] = 'office') => people.get(role)!.cookie;
/** The publish page as text, without the signs of the markup. */
const publishPage = async (role: (typeof ROLES)[number] = 'office') => {
  const { status, text } = await askStudio(own, '/studio/publish/', { cookie: cookie(role) });
  return status === 200 ? textOf(text) : String(status);
};
const textOf = (html: string) =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ');
const press = (action = 'publish', role: (typeof ROLES)[number] = 'office', fields: Record<string, string> = {}) =>
  askStudio(own, `/studio/do/${action}/`, { cookie: cookie(role), fields: { none: '', ...fields } });
/** Whether visitors read this in a list. */
const reads = async (words: string, path = '/nl/te-koop/') =>
  (await (await fetch(own.url + path, { headers: { Connection: 'close' } })).text()).includes(words);
/** How the publish ended that was asked for after a moment. */
async function ended(since: number) {
  const end = () => readProgress(own.dataDir)?.ended;
  await expect.poll(() => Date.parse(end()?.at ?? '') >= since, { timeout: 20_000, interval: 20 }).toBe(true);
  return { kind: readProgress(own.dataDir)!.kind, ended: end() };
}
/** Waits until the page says something. */
const says = (words: RegExp) => expect.poll(() => publishPage(), { timeout: 20_000, interval: 100 }).toMatch(words);

/**
 * Publishes a price and kills that in the middle; returns the version that was live, and the price as pages show it. A
 * publish that was faster is done again with another price.
 */
async function killHalfway(): Promise<{ live: string | null; price: string }> {
  for (let price = 777_000; price < 777_005; price += 1) {
    const live = own.live();
    await own.write(HOUSE, { Price: price }, 'Samira Claes');
    await says(/1 wijziging niet gepubliceerd/);
    const since = Date.now();
    await press();
    const isOfThis = () => Date.parse(readProgress(own.dataDir)?.startedAt ?? '') >= since;
    while (!isOfThis()) await sleep(2);
    const { pid } = readProgress(own.dataDir)!;
    process.kill(pid, 'SIGSTOP');
    const isHalfway = readProgress(own.dataDir)!.ended === null && own.live() === live;
    process.kill(pid, isHalfway ? 'SIGKILL' : 'SIGCONT');
    if (isHalfway) return { live, price: String(price).replace('777', '777.') };
    await ended(since);
  }
  throw new Error('each publish ended before it could be killed');
}

// One site and its life; the tests build on each other.
describe('the publish page', () => {
  test('is there for those who may publish, and only those who may roll back can do that', async () => {
    for (const role of ROLES) {
      const isAllowed = ['admin', 'office', 'agent'].includes(role);
      expect((await askStudio(own, '/studio/publish/', { cookie: cookie(role) })).status, role).toBe(
        isAllowed ? 200 : 404,
      );
      expect((await openStream(own, 'publishing', { cookie: cookie(role) })).status, role).toBe(isAllowed ? 200 : 401);
    }
    for (const role of ['editor', 'reader'] as const) expect((await press('publish', role)).status, role).toBe(404);
    expect((await press('publish-rollback', 'agent')).status).toBe(404);
    expect((await openStream(own, 'publishing', { cookie: cookie(), from: 'same-site' })).status).toBe(403);
    await says(/Alles is gepubliceerd/);
  });

  test('speaks a language of the site to somebody whose own language it no longer has', async () => {
    const database = await openDatabase({ dataDir: own.dataDir });
    const speak = (language: string) =>
      database.db.updateTable('staff').set({ language }).where('id', '=', people.get('agent')!.id).execute();
    await speak('de');
    const text = await publishPage('agent');
    await speak('nl');
    await database.close();
    expect(text).toContain('Gepubliceerd vandaag');
    expect(text).toContain('start van de server');
    expect(text).not.toMatch(/PUBLISH|FINDING/);
  });

  test('says in words what is not published: what a person changed, and what was changed by hand', async () => {
    await own.write(HOUSE, { Price: 512_345 }, 'Samira Claes');
    await own.write(OTHER, { TypeDescription: { nl: 'Huis met zeven deuren' } });
    await says(/2 wijzigingen niet gepubliceerd/);
    const text = await publishPage();
    expect(text).toMatch(/→ € 512\.345/);
    expect(text).toContain('Samira Claes');
    expect(text).toMatch(/→ Huis met zeven deuren .*met de hand in het bestand/);
    expect(text).toContain('Niets houdt publiceren tegen.');
    const today = await askStudio(own, '/studio/', { cookie: cookie() });
    expect(textOf(today.text)).toContain('2 wijzigingen niet gepubliceerd');
    expect(textOf((await askStudio(own, '/studio/', { cookie: cookie('editor') })).text)).not.toContain('gepubliceerd');
    expect(await reads('zeven deuren', RENT)).toBe(false);
  });

  test('two presses are one publish, which fails no request of visitors', async () => {
    const versions = openVersions(own.dataDir);
    const load = steadyLoad(
      ['/nl/', '/nl/te-koop/', '/nl/te-koop/?minPrice=1000', '/nl/contact/'].map((path) => own.url + path),
      { pauseMs: PAUSE_MS },
    );
    const [before, since] = [versions.all().length, Date.now()];
    const pressed = await Promise.all([press('publish', 'office'), press('publish', 'agent')]);
    expect(pressed.map(({ status }) => status)).toEqual([303, 303]);
    const { ended: end } = await ended(since);
    expect(end).toMatchObject({ ok: true, built: true, servers: 1 });
    await says(/Gepubliceerd: .*1 andere pagina|Gepubliceerd: .*pand.* Online na [\d,]+ s\./);
    expect(await reads('zeven deuren', RENT)).toBe(true);
    await says(/Alles is gepubliceerd/);
    expect(versions.all()).toHaveLength(before + 1);
    for (let round = 0; round < ROUNDS; round += 1) {
      const at = Date.now();
      await own.write(HOUSE, { Price: 600_000 + round * 1000 }, 'Samira Claes');
      await press();
      expect((await ended(at)).ended).toMatchObject({ ok: true, built: true, servers: 1 });
    }
    const { served, failed } = await load.stop();
    expect(failed).toEqual([]);
    expect(served).toBeGreaterThan(100);
    const database = await openDatabase({ dataDir: own.dataDir });
    const lines = await listStaffEvents(database.db, { action: 'publish' });
    await database.close();
    // Whose press began it is in the audit; the other one is the same publish.
    expect(lines.length).toBeGreaterThanOrEqual(1 + ROUNDS);
    expect(versions.all()).toHaveLength(before + 1 + ROUNDS);
  });

  test('rolling back asks for a fresh code, shows the version before and explains what is held', async () => {
    await letIn(Date.now() - 20 * 60_000);
    const asked = await press('publish-rollback');
    expect([asked.status, asked.text.includes('action="/studio/do/publish-rollback/"')]).toEqual([200, true]);
    await letIn(Date.now());
    const [live, since] = [own.live(), Date.now()];
    const { text } = await askStudio(own, '/studio/publish/', { cookie: cookie() });
    expect(text).toContain(`<input type="hidden" name="from" value="${live}"`);
    expect((await press('publish-rollback', 'office', { from: live! })).status).toBe(303);
    expect(await ended(since)).toMatchObject({ kind: 'rollback', ended: { ok: true, servers: 1 } });
    expect(own.live()).not.toBe(live);
    await says(/De vorige versie is weer online.*wordt vastgehouden: imports en de nachtelijke taak/);
    await says(/1 wijziging niet gepubliceerd/);
    const form = await askStudio(own, `/studio/content/properties/${HOUSE}/`, { cookie: cookie() });
    expect(form.text).toContain('Wat werd teruggezet, staat nog in de inhoud.');
    // A page that another person has open still shows the version that is gone.
    const [shown, second] = [own.live(), Date.now()];
    await press('publish-rollback', 'office', { from: live! });
    expect((await ended(second)).ended).toMatchObject({ ok: false, problem: 'gone-on' });
    await says(/Niet teruggezet: intussen staat een andere versie online/);
    expect(own.live()).toBe(shown);
    // The nightly job leaves it alone, although somebody has changed something else.
    await own.write(OTHER, { Price: 123_000 }, 'Samira Claes');
    const variables = { CONTENT_DIR: own.contentDir, DATA_DIR: own.dataDir, SITE_URL: own.url };
    expect((await runCommand(['nightly'], variables)).errors).toContain('rolled back');
    await says(/Niet vanzelf gepubliceerd: deze inhoud werd teruggezet/);
    expect(await publishPage('agent')).not.toContain('Vorige versie terugzetten');
    const again = Date.now();
    await press();
    expect((await ended(again)).ended).toMatchObject({ ok: true });
    expect([live, shown]).not.toContain(own.live());
    await says(/Alles is gepubliceerd/);
    expect(await publishPage()).not.toContain('Deze inhoud werd teruggezet en wordt vastgehouden');
  });

  test('an error blocks: it is said where, and the live version stays', async () => {
    const [file, live] = [join(own.contentDir, `properties/${HOUSE}.json`), own.live()];
    const good = readFileSync(file, 'utf8');
    writeFileSync(file, good.replace(/"Goal": \d+/, '"Goal": "te koop"'));
    await says(/1 fout houdt publiceren tegen.*Een waarde die niet kan/);
    const { text } = await askStudio(own, '/studio/publish/', { cookie: cookie() });
    expect(text).toContain(`href="/studio/content/properties/${HOUSE}/"`);
    expect(text).toMatch(/<p lang="en"[^>]*>found/);
    expect(textOf(text)).toContain('Gevonden: "te koop"');
    const since = Date.now();
    await press();
    expect((await ended(since)).ended).toMatchObject({ ok: false, problem: 'content' });
    await says(/Niet gepubliceerd: fouten in de inhoud houden het tegen/);
    expect(own.live()).toBe(live);
    writeFileSync(file, good);
    await says(/Alles is gepubliceerd/);
  });

  test('a publish killed in the middle is said as failed, the live version stays, and another begins', async () => {
    const { live, price } = await killHalfway();
    await says(/Het publiceren werd halverwege afgebroken/);
    expect(own.live()).toBe(live);
    expect(await reads(price)).toBe(false);
    const again = Date.now();
    await press();
    // The killed process may have built the version and not have made it live.
    expect((await ended(again)).ended).toMatchObject({ ok: true, servers: 1 });
    expect(await reads(price)).toBe(true);
  }, 60_000);
});
