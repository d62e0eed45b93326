import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { personId } from '../../src/features/lead/people.server.ts';
import {
  ROLES,
  type Role,
  reachOf,
  STUDIO_ACTIONS,
  STUDIO_PAGES,
  STUDIO_STREAMS,
  type StudioActionName,
  type StudioPageName,
} from '../../src/features/staff/rights.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { LIVE_SECRET, type LiveSite, startLiveSite } from '../support/live-site.ts';
import { STAFF_PASSWORD } from '../support/staff.ts';
import { askStudio, cookiesOf, employAll, openStream, putLead, STUDIO_HOST } from '../support/studio-site.ts';
import { storeViewing } from '../support/studio-viewings.ts';

const MEMBER = 'bram-de-ridder';
const PAGES = Object.keys(STUDIO_PAGES) as StudioPageName[];
const STREAMS = Object.keys(STUDIO_STREAMS) as (keyof typeof STUDIO_STREAMS)[];
const ACTIONS = Object.keys(STUDIO_ACTIONS) as StudioActionName[];
let live: LiveSite;
let people: Awaited<ReturnType<typeof employAll>>;
let reference = '';

beforeAll(async () => {
  live = await startLiveSite(inject('site'), { studioHost: STUDIO_HOST, variables: { DEMO: 'off' } });
  people = await employAll(live, ROLES, MEMBER);
  reference = await putLead(live);
}, 60_000);
afterAll(() => live.stop());

/** What stands in a path: a lead and its visitor, and a viewing that does not exist. */
const THINGS = {
  reference: () => reference,
  viewing: () => 'none',
  owner: () => 'none',
  section: () => 'owner',
  person: () => personId(LIVE_SECRET, 'an@visitor.example'),
  kind: () => 'properties',
  name: () => '35101',
  document: () => 'none',
};
const pathOf = (page: StudioPageName) =>
  page === 'translations/file' ? '/studio/translations/file/?file=properties%2F35141.json' : plainPathOf(page);
const plainPathOf = (page: StudioPageName) =>
  page === '' ? '/studio/' : `/studio/${page.replace(/\[(\w+)\]/g, (_, name) => THINGS[name as 'person']())}/`;
const location = ({ headers }: { headers: Record<string, unknown> }) => String(headers.location ?? '');

/** Lets an account past the second factor, as a code of an app would. */
async function letIn(): Promise<void> {
  const database = await openDatabase({ dataDir: live.dataDir });
  await database.db.updateTable('staff_sessions').set({ factor_at: new Date().toISOString() }).execute();
  await database.close();
}

describe('before somebody is in', () => {
  test('without a login every page leads to the login, and every action to the login page with the text', async () => {
    for (const page of PAGES) {
      const response = await askStudio(live, pathOf(page));
      expect([response.status, location(response)], page).toEqual([
        303,
        `/studio/login/?next=${encodeURIComponent(pathOf(page))}`,
      ]);
    }
    for (const action of ACTIONS) {
      const fields = { reference, text: 'Dit mag niet verloren gaan' };
      const response = await askStudio(live, `/studio/do/${action}/`, { fields });
      expect(response.status, action).toBe(422);
      expect(response.text, action).toContain('Dit mag niet verloren gaan');
    }
  });

  test('with a password alone every page leads to the second factor, and no action is done', async () => {
    const { cookie } = people.get('admin')!;
    for (const page of PAGES)
      expect(location(await askStudio(live, pathOf(page), { cookie })), page).toMatch(/^\/studio\/factor\//);
    for (const action of ACTIONS)
      expect((await askStudio(live, `/studio/do/${action}/`, { cookie, fields: { reference } })).status).toBe(422);
    for (const stream of STREAMS) {
      expect((await openStream(live, stream)).status, stream).toBe(401);
      expect((await openStream(live, stream, { cookie })).status, stream).toBe(401);
    }
    const database = await openDatabase({ dataDir: live.dataDir });
    expect(await database.db.selectFrom('lead_entries').selectAll().execute()).toEqual([]);
    await database.close();
  });
});

describe('on its host', () => {
  test('there is the studio and nothing of the site; on the public host there is no studio', async () => {
    expect(location(await askStudio(live, '/'))).toBe('/studio/');
    for (const path of ['/nl/', '/nl/te-koop/', '/robots.txt', '/healthz', '/api/search?q=a', '/login/'])
      expect((await askStudio(live, path)).status, path).toBe(404);
    for (const path of ['/studio/', '/studio/login/', '/studio/leads/', '/_studio/', '/_studio/login/'])
      expect((await askStudio(live, path, { host: '127.0.0.1' })).status, path).toBe(404);
    expect((await askStudio(live, '/_studio/login/')).status).toBe(404);
    const posted = { fields: { email: 'admin@studio.example', password: STAFF_PASSWORD }, host: '127.0.0.1' };
    expect((await askStudio(live, '/studio/do/login/', posted)).status).toBeGreaterThanOrEqual(403);
  });

  test('a login posted from another site, or from the public host, is refused', async () => {
    const fields = { email: 'admin@studio.example', password: STAFF_PASSWORD };
    for (const origin of ['https://evil.example', live.url, null])
      expect((await askStudio(live, '/studio/do/login/', { fields, origin })).status, String(origin)).toBe(403);
  });

  test('no page is stored, indexed or framed, and the cookie is out of reach of scripts', async () => {
    const fields = { email: 'office@studio.example', password: STAFF_PASSWORD };
    const { headers } = await askStudio(live, '/studio/do/login/', { fields });
    expect(String(headers['set-cookie'])).toMatch(/^staff=.*HttpOnly.*SameSite=Lax/i);
    const page = await askStudio(live, '/studio/login/');
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' });
    expect(JSON.stringify(page.headers['content-security-policy'])).toContain("frame-ancestors 'none'");
    expect(JSON.stringify(page.headers['content-security-policy'])).not.toContain('unsafe-inline');
    // No tag runs in the studio.
    expect(JSON.stringify(page.headers['content-security-policy'])).not.toContain('https:');
  });

  test('a wrong password is answered on the login page, and the password is not given back', async () => {
    const fields = { email: 'office@studio.example', password: 'a wrong one', next: '/studio/leads/' };
    const response = await askStudio(live, '/studio/do/login/', { fields });
    expect(response.status).toBe(422);
    expect(response.text).toContain('office@studio.example');
    expect(response.text).not.toContain('a wrong one');
    expect(cookiesOf(response)).toBe('');
  });
});

describe('every route, as the table of roles says', () => {
  beforeAll(() => letIn());

  test.each(ROLES)('%s', async (role: Role) => {
    const { cookie } = people.get(role)!;
    for (const page of PAGES) {
      const { status } = await askStudio(live, pathOf(page), { cookie });
      const isAllowed = reachOf(role, STUDIO_PAGES[page].right) !== null;
      // A viewing, an owner or a document that does not exist is not there for anybody.
      const there = page.endsWith('/preview') ? 302 : 200;
      expect(status, `${role} ${page}`).toBe(isAllowed && !/\[(viewing|owner|document)\]/.test(page) ? there : 404);
    }
    for (const action of ACTIONS) {
      // Without fields nothing can be done; what is refused does not exist, what is allowed says what is missing.
      const { status, text } = await askStudio(live, `/studio/do/${action}/`, { cookie, fields: { none: '' } });
      const isAllowed = reachOf(role, STUDIO_ACTIONS[action].right) !== null;
      const needsThing = /^(?:lead|offer|tenant|viewing|content)-(?!add$)|^person-(?:merge|split|export)$/.test(action);
      const expected = !isAllowed || needsThing ? [404] : [200, 204, 303, 422];
      expect(expected, `${role} ${action}: ${text.slice(0, 80)}`).toContain(status);
      expect((await askStudio(live, `/studio/do/${action}/`, { cookie })).status, `GET ${action}`).toBe(404);
    }
    for (const stream of STREAMS) {
      const isAllowed = reachOf(role, STUDIO_STREAMS[stream].right) !== null;
      const opened = await openStream(live, stream, { cookie });
      expect([opened.status, opened.type], `${role} ${stream}`).toEqual(
        isAllowed ? [200, 'text/event-stream; charset=utf-8'] : [401, undefined],
      );
      // A page of the public host belongs to the same site, so the cookie is sent along.
      for (const from of ['same-site', 'cross-site'])
        expect((await openStream(live, stream, { cookie, from })).status, from).toBe(403);
    }
  });

  test('an agent works on own leads and those of nobody, never on those of others', async () => {
    const [agent, office] = [people.get('agent')!, people.get('office')!];
    const others = await putLead(live, { email: 'tom@visitor.example', name: 'Tom' });
    const fields = { reference: others, expected: '', to: office.id };
    expect(location(await askStudio(live, '/studio/do/lead-assign/', { cookie: office.cookie, fields }))).toContain(
      'done=mine',
    );
    expect((await askStudio(live, `/studio/leads/${others}/`, { cookie: agent.cookie })).status).toBe(404);
    for (const action of ['lead-note', 'lead-reply', 'lead-handled', 'lead-snooze', 'lead-assign']) {
      const posted = { reference: others, text: 'x', day: '2099-01-01', to: agent.id, expected: office.id };
      expect((await askStudio(live, `/studio/do/${action}/`, { cookie: agent.cookie, fields: posted })).status).toBe(
        404,
      );
    }
    expect((await askStudio(live, '/studio/leads/', { cookie: agent.cookie })).text).not.toContain(others);
    // Nobody gets a lead who cannot reply.
    for (const to of [people.get('reader')!.id, people.get('editor')!.id, 'somebody']) {
      const given = { reference: others, expected: office.id, to };
      const response = await askStudio(live, '/studio/do/lead-assign/', { cookie: office.cookie, fields: given });
      expect(location(response)).toContain('wrong=person');
    }
    // A draft takes nothing; who writes a note at a lead of nobody has it from then on.
    const draft = { reference, text: 'Half' };
    await askStudio(live, '/studio/do/lead-draft/', { cookie: agent.cookie, fields: draft });
    expect((await askStudio(live, `/studio/leads/${reference}/`, { cookie: office.cookie })).text).toContain(
      'Nog bij niemand',
    );
    const noted = await askStudio(live, '/studio/do/lead-note/', {
      cookie: agent.cookie,
      fields: { reference, text: 'Ik bel terug' },
    });
    expect(location(noted)).toContain('done=noted');
    expect((await askStudio(live, `/studio/leads/${reference}/`, { cookie: office.cookie })).text).toContain(
      'The agent',
    );
  });

  test('an agent moves own viewings, never those of others, and a reader moves none', async () => {
    const database = await openDatabase({ dataDir: live.dataDir });
    const start = new Date(Date.now() + 5 * 86_400_000).toISOString();
    const own = await storeViewing(database, start);
    const others = await storeViewing(database, start, { agent_id: 'wim-proost' });
    await database.close();
    const free = async (role: Role, id: string) =>
      (await askStudio(live, `/studio/agenda/${id}/free/`, { cookie: people.get(role)!.cookie })).status;
    expect([await free('agent', own), await free('agent', others)]).toEqual([200, 404]);
    expect([await free('office', others), await free('reader', own)]).toEqual([200, 404]);
    for (const action of ['viewing-move', 'viewing-cancel', 'viewing-confirm', 'viewing-undo']) {
      const fields = { viewing: others, startsAt: start, change: 'x', reason: 'x' };
      const { cookie } = people.get('agent')!;
      expect((await askStudio(live, `/studio/do/${action}/`, { cookie, fields })).status, action).toBe(404);
    }
    const { cookie } = people.get('office')!;
    const undo = { viewing: others, change: 'x', back: 'https://evil.example/' };
    expect(location(await askStudio(live, '/studio/do/viewing-undo/', { cookie, fields: undo }))).toBe(
      `/studio/agenda/${others}/?wrong=left`,
    );
  });

  test('what reaches far asks for a fresh second factor', async () => {
    const database = await openDatabase({ dataDir: live.dataDir });
    const old = new Date(Date.now() - 20 * 60_000).toISOString();
    await database.db.updateTable('staff_sessions').set({ factor_at: old }).execute();
    await database.close();
    const { cookie } = people.get('admin')!;
    for (const action of ACTIONS.filter((name) => 'fresh' in STUDIO_ACTIONS[name])) {
      const fields = { email: 'an@visitor.example', confirm: 'an@visitor.example' };
      const response = await askStudio(live, `/studio/do/${action}/`, { cookie, fields });
      expect(response.status, action).toBe(200);
      // The form is posted again with the code, and with what was typed.
      expect(response.text, action).toContain(`action="/studio/do/${action}/"`);
      expect(response.text, action).toContain('<input type="hidden" name="confirm" value="an@visitor.example">');
    }
    await letIn();
  });
});
