import { beforeEach, describe, expect, test } from 'vitest';
import { retentionSettings } from '../../src/features/form/settings.ts';
import {
  addressesOf,
  addressWithId,
  findPeople,
  linkAddresses,
  linksBetween,
  personId,
  personStory,
  unlinkAddresses,
} from '../../src/features/lead/people.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { applyRetention } from '../../src/features/privacy/requests/apply-retention.server.ts';
import { erasePerson } from '../../src/features/privacy/requests/erase-person.server.ts';
import { exportPerson } from '../../src/features/privacy/requests/export-person.server.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import { everyRow } from '../support/everything-stored.ts';
import { runCommand } from '../support/run-command.ts';
import { sampleLead } from '../support/sample-lead.ts';
import { sampleViewing } from '../support/sample-viewing.ts';
import { ENGINES, openStorage } from '../support/storage.ts';
import { SECRET } from '../support/submit.ts';

const [WORK, HOME, OLD] = ['an@work.example', 'an@home.example', 'an@old.example'] as const;

describe.each(ENGINES)('two addresses of one person on %s', (engine) => {
  let database: Database;
  let options: Awaited<ReturnType<typeof openStorage>>['options'];
  beforeEach(async () => {
    ({ database, options } = await openStorage(engine));
    for (const email of [WORK, HOME, OLD, 'tom@other.example']) {
      const values = { firstName: 'An', lastName: 'Peeters', email, message: `Groeten van ${email}` };
      await storeLead(database, sampleLead({ token: email, email, values }));
    }
  });
  const link = (one: string, other: string) => linkAddresses(database.db, [one, other], 'Lotte');

  test('count as one in story, search and export, also through a third one', async () => {
    const { db } = database;
    await db.insertInto('viewings').values(sampleViewing(HOME)).execute();
    const [lead] = (await personStory(database, HOME)).leads;
    const opening = { property_id: '1001', document: 'plan.pdf', at: '2026-11-01T09:00:00.000Z' };
    await db
      .insertInto('document_openings')
      .values({ id: 'o', ...opening, lead_id: lead!.id })
      .execute();
    const owner = { id: 'w', email: OLD, name: 'An', language: 'nl', digest: 'off', email_verified: 1 } as const;
    const at = { image: null, disabled_at: null, seen_at: null, created_at: 'x', updated_at: 'x' };
    await db
      .insertInto('owners')
      .values({ ...owner, ...at } as never)
      .execute();
    await db
      .insertInto('owner_properties')
      .values({ owner_id: 'w', property_id: '1002', role: 'owner', created_at: 'x' } as never)
      .execute();
    expect((await personStory(database, WORK)).leads).toHaveLength(1);
    expect(await findPeople(database, 'an peeters')).toHaveLength(4);
    expect(await link(WORK, HOME)).toBe(true);
    expect(await link(OLD, HOME)).toBe(true);
    for (const email of [WORK, HOME, OLD]) {
      const story = await personStory(database, ` ${email.toUpperCase()}`);
      expect([...story.addresses].sort()).toEqual([HOME, OLD, WORK]);
      expect(story.leads.map((one) => one.email)).toEqual([OLD, HOME, WORK]);
      expect(story.viewings).toHaveLength(1);
      expect(story.openedDocuments).toEqual([{ propertyId: '1001', document: 'plan.pdf', at: opening.at }]);
      expect(story.owner).toEqual({ name: 'An', properties: ['1002'] });
      const { data, emailAddresses } = await exportPerson(database, email);
      expect(emailAddresses[0]).toBe(email);
      expect(data).toMatchObject({ leads: [{}, {}, {}], viewings: [{}], linkedAddresses: [{}, {}] });
    }
    expect((await findPeople(database, 'an peeters')).map(({ email, others }) => [email, ...others].length)).toEqual([
      1, 3,
    ]);
  });

  test('are merged once, and a split leaves everything as it was', async () => {
    const before = await everyRow(database);
    expect(await link(WORK, WORK)).toBe(false);
    expect(await link(WORK, HOME)).toBe(true);
    expect(await link(HOME, WORK)).toBe(false);
    expect(await link(HOME, OLD)).toBe(true);
    expect(await link(OLD, WORK)).toBe(false);
    const all = await addressesOf(database.db, WORK);
    const links = await linksBetween(database, all);
    expect(links.map(({ one, other, who }) => [one, other, who])).toEqual([
      [HOME, OLD, 'Lotte'],
      [HOME, WORK, 'Lotte'],
    ]);
    // A link of somebody else is out of reach.
    expect(await unlinkAddresses(database.db, ['tom@other.example'], links[1]!.id)).toBeNull();
    expect(await unlinkAddresses(database.db, all, links[1]!.id)).toMatchObject({ one: HOME, other: WORK });
    expect(await addressesOf(database.db, WORK)).toEqual([WORK]);
    expect(await addressesOf(database.db, OLD)).toEqual([OLD, HOME]);
    await unlinkAddresses(database.db, [OLD, HOME], links[0]!.id);
    expect(await everyRow(database)).toBe(before);
  });

  test('are erased together with their link, and nobody else is', async () => {
    await link(WORK, HOME);
    expect(await erasePerson(database, HOME)).toMatchObject({ rows: { leads: 2, person_links: 1 } });
    const left = await everyRow(database);
    expect(left).not.toMatch(/an@(work|home)/);
    expect(left).toContain(OLD);
    expect(await addressesOf(database.db, WORK)).toEqual([WORK]);
  });

  test('stay linked until nothing else has one of them; one between two others stays', async () => {
    const retention = retentionSettings.parse({});
    await link(WORK, HOME);
    await link(HOME, OLD);
    const gone = (email: string) => database.db.deleteFrom('leads').where('email', '=', email).execute();
    await gone(HOME);
    await applyRetention(database, retention);
    expect(await addressesOf(database.db, WORK)).toHaveLength(3);
    await gone(OLD);
    await applyRetention(database, retention);
    expect(await addressesOf(database.db, WORK)).toEqual([WORK, HOME]);
    await applyRetention(database, retention);
    expect(await addressesOf(database.db, WORK)).toEqual([WORK]);
    expect(await database.db.selectFrom('person_links').selectAll().execute()).toEqual([]);
  });

  test('are both reached by the commands of the operator', async () => {
    await link(WORK, HOME);
    const variables = { DATA_DIR: options.dataDir, ...(options.url && { DATABASE_URL: options.url }) };
    const shown = await runCommand(['leads', 'person', WORK], variables);
    expect(JSON.parse(shown.out).data.leads).toHaveLength(2);
    const erased = await runCommand(['leads', 'erase', WORK], variables);
    expect(erased.out).toContain(`Also erased, because staff merged them: ${HOME}.`);
    expect(await everyRow(database)).not.toContain(HOME);
  });

  test('an ID of a URL says nothing, stays the same, and means nobody after the erasure', async () => {
    const id = personId(SECRET, WORK);
    expect(id).toMatch(/^[\w-]{22}$/);
    expect(personId('another secret', WORK)).not.toBe(id);
    expect(await addressWithId(database.db, SECRET, id)).toBe(WORK);
    expect(await addressWithId(database.db, SECRET, personId(SECRET, 'nobody@other.example'))).toBeNull();
    await erasePerson(database, WORK);
    expect(await addressWithId(database.db, SECRET, id)).toBeNull();
  });
});
