import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ROLES, type Role, STUDIO_ACTIONS, type StudioActionName } from '../../src/features/staff/rights.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { askStudio, employAll, putLead, STUDIO_HOST } from '../support/studio-site.ts';
import { AGENT, AGENT_PROPERTY, startsByDay, storeViewing } from '../support/studio-viewings.ts';

const WHOSE = ['own', 'colleague', 'nobody'] as const;
type Whose = (typeof WHOSE)[number];

/** Who may work on whose thing, in words and without the tables of the product. */
const WORKS: Readonly<Record<'lead' | 'viewing' | 'title', Readonly<Record<Role, readonly Whose[]>>>> = {
  lead: { admin: [...WHOSE], office: [...WHOSE], agent: ['own', 'nobody'], editor: [], reader: [] },
  viewing: { admin: [...WHOSE], office: [...WHOSE], agent: ['own'], editor: [], reader: [] },
  title: { admin: [...WHOSE], office: [...WHOSE], agent: ['own'], editor: [...WHOSE], reader: [] },
};
/** A property of another agent; each property has one. */
const OTHERS_PROPERTY = 35101;
const OTHER_AGENT = 'wim-proost';
/** What somebody who is allowed does not find either without more: something that was taken away, sent or asked for. */
const LACKING: ReadonlySet<string> = new Set(['tenant-decide', 'viewing-undo']);

/**
 * What is about no lead of before, asks for the right to erase a person, or is for testimonials only;
 * studio-lead-new.test.ts and studio-first-day.test.ts have them.
 */
const APART: ReadonlySet<string> = new Set(['lead-add', 'lead-approve', 'lead-erase']);
const kindOf = (action: string) =>
  APART.has(action)
    ? null
    : action.startsWith('lead-')
      ? 'lead'
      : /^(?:viewing|tenant)-/.test(action)
        ? 'viewing'
        : null;
const ACTIONS = (Object.keys(STUDIO_ACTIONS) as StudioActionName[]).filter((action) => kindOf(action) !== null);

let live: LiveSite;
let people: Awaited<ReturnType<typeof employAll>>;

beforeAll(async () => {
  live = await startLiveSite(inject('site'), { studioHost: STUDIO_HOST, variables: { DEMO: 'off' } });
  people = await employAll(live, ROLES, AGENT);
  const database = await openDatabase({ dataDir: live.dataDir });
  await database.db.updateTable('staff_sessions').set({ factor_at: new Date().toISOString() }).execute();
  await database.db.updateTable('staff').set({ totp_key: 'set' }).execute();
  await database.close();
}, 60_000);
afterAll(() => live.stop());

/** Makes a fresh thing of this kind and owner; returns the fields that name it. */
async function thingOf(
  kind: 'lead' | 'viewing' | 'content',
  whose: Whose,
  role: Role,
): Promise<Record<string, string>> {
  const person = people.get(role)!;
  const database = await openDatabase({ dataDir: live.dataDir });
  try {
    if (kind === 'viewing') {
      const [start = ''] = startsByDay(live)[0]!;
      const isOwn = whose === 'own';
      const changes = {
        agent_id: isOwn ? AGENT : OTHER_AGENT,
        property_id: String(isOwn ? AGENT_PROPERTY : OTHERS_PROPERTY),
      };
      await database.db.deleteFrom('viewing_cells').execute();
      return { viewing: await storeViewing(database, start, changes) };
    }
    const reference = await putLead(live, { email: `${Math.random()}@visitor.example` });
    const holder =
      whose === 'nobody' ? null : whose === 'own' ? person.id : people.get(role === 'office' ? 'admin' : 'office')!.id;
    const lead = await database.db
      .selectFrom('leads')
      .select('id')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();
    const now = new Date().toISOString();
    await database.db
      .insertInto('lead_work')
      .values({ snoozed_until: null, responded_at: null, lead_id: lead.id, assigned_to: holder, updated_at: now })
      .execute();
    return { reference, expected: holder ?? '', text: 'Tekst', to: person.id, day: '2099-01-01' };
  } finally {
    await database.close();
  }
}

describe.each(ROLES)('as %s', (role) => {
  test.each(ACTIONS)('%s is done to exactly those things that the role works on', async (action) => {
    const kind = kindOf(action)!;
    for (const whose of WHOSE.filter((one) => kind === 'lead' || one !== 'nobody')) {
      const fields = await thingOf(kind, whose, role);
      const { status } = await askStudio(live, `/studio/do/${action}/`, { cookie: people.get(role)!.cookie, fields });
      const isAllowed = WORKS[kind][role].includes(whose);
      if (isAllowed && LACKING.has(action)) continue;
      expect(status === 404 ? 'refused' : 'done', `${action} of ${whose}, ${status}`).toBe(
        isAllowed ? 'done' : 'refused',
      );
    }
  });

  test('a title changes only in properties that the role may change', async () => {
    for (const whose of ['own', 'colleague'] as const) {
      const name = String(whose === 'own' ? AGENT_PROPERTY : OTHERS_PROPERTY);
      const file = join(live.contentDir, `properties/${name}.json`);
      const base = readFileSync(file, 'utf8');
      const title = `Titel van ${role}`;
      const fields = { kind: 'properties', name, base, shown: base, '/TypeDescription/nl': title };
      await askStudio(live, '/studio/do/content-save/', { cookie: people.get(role)!.cookie, fields });
      const isChanged = readFileSync(file, 'utf8').includes(title);
      expect(isChanged, `${role}, ${whose}`).toBe(WORKS.title[role].includes(whose));
    }
  });
});
