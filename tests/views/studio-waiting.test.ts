import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { TASK_LABELS } from '../../src/features/studio/task.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import type { LiveSite } from '../support/live-site.ts';
import { askStudio, type employAll, openStudio, putLead } from '../support/studio-site.ts';

const MEMBER = 'bram-de-ridder';
/** A property of the agent, one of a colleague, and one that is sold. */
const OWN = '35141';
const FOREIGN = '35187';
let live: LiveSite;
let database: Database;
let people: Awaited<ReturnType<typeof employAll>>;

let close = async () => {};
beforeAll(async () => {
  ({ live, people, database, close } = await openStudio(inject('site'), ['admin', 'agent', 'reader'], {
    member: MEMBER,
  }));
}, 60_000);
afterAll(() => close());

const today = async (role: 'admin' | 'agent' | 'reader' = 'admin') =>
  parse((await askStudio(live, '/studio/', { cookie: people.get(role)!.cookie })).text);
const rowsOf = (page: ReturnType<typeof parse>) =>
  page.querySelectorAll('.s-row a[data-row]').map((row) => ({ text: row.text, href: row.getAttribute('href') }));
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

let count = 0;
const viewing = async (changes: Record<string, unknown>) => {
  count += 1;
  const id = `viewing-${count}`;
  await database.db
    .insertInto('viewings')
    .values({
      ...{
        id,
        lead_id: null,
        property_id: OWN,
        agent_id: MEMBER,
        starts_at: at(50),
        ends_at: at(51),
        state: 'confirmed',
      },
      ...{ language: 'nl', name: `Bezoeker ${count}`, email: 'b@visitor.example', phone: null, held_until: null },
      ...{ reminded_at: null, sequence: 0, created_at: at(-1), ...changes },
    } as never)
    .execute();
  return { id, name: `Bezoeker ${count}` };
};
const bid = async (property: string) => {
  const reference = await putLead(live, { name: `Bieder ${property}`, email: `${property}@visitor.example` });
  const { id } = live.rows('leads').find((row) => row.reference === reference)!;
  await database.db
    .insertInto('offers')
    .values({
      ...{ id: String(id), lead_id: String(id), property_id: property, amount: 410_000, valid_until: null },
      ...{ state: 'open', counter_amount: null, counter_until: null, created_at: at(-80) },
    })
    .execute();
  return String(id);
};

beforeEach(async () => {
  for (const table of ['viewings', 'offers', 'viewing_feedback', 'owner_replies', 'tenant_files'] as const)
    await database.db.deleteFrom(table).execute();
});

/** What makes each kind wait, and what ends it. */
const KINDS: Readonly<Record<keyof typeof TASK_LABELS, () => Promise<() => Promise<unknown>>>> = {
  async requested() {
    const { id } = await viewing({ state: 'requested', held_until: at(20) });
    return () => database.db.updateTable('viewings').set({ state: 'confirmed' }).where('id', '=', id).execute();
  },
  async 'owner-reply'() {
    const { id } = await viewing({});
    await database.db
      .insertInto('owners')
      .values({
        ...{ id: 'owner', email: 'o@owner.example', email_verified: 1, name: 'Els Eigenaar', image: null },
        language: 'nl',
        ...{ digest: 'off', totp_key: null, totp_step: null, disabled_at: null, digest_week: null, seen_session: null },
        ...{ seen_at: null, seen_before: null, created_at: at(-9), updated_at: at(-9) },
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const reply = { viewing_id: id, owner_id: 'owner', reply: 'other-time' as const, note: 'Liever later', at: at(-2) };
    await database.db.insertInto('owner_replies').values(reply).execute();
    return () => database.db.updateTable('viewings').set({ state: 'cancelled' }).where('id', '=', id).execute();
  },
  async 'gone-viewing'() {
    const sold = live.rows('properties').find(({ status }) => status === 'gone');
    const { id } = await viewing({ property_id: String(sold?.id ?? (await soldProperty())) });
    return () => database.db.updateTable('viewings').set({ state: 'cancelled' }).where('id', '=', id).execute();
  },
  async refused() {
    const reference = await putLead(live, { name: 'Weigert', email: 'weigert@visitor.example' });
    const { id } = live.rows('leads').find((row) => row.reference === reference)!;
    await database.db
      .insertInto('outbox')
      .values({
        ...{
          id: `mail-${count++}`,
          message_id: null,
          kind: 'reply',
          recipient: 'weigert@visitor.example',
          target: null,
        },
        ...{ reply_to: null, subject: '', text: '', html: null, headers: '{}', attachments: '[]', state: 'failed' },
        ...{ attempts: 1, next_attempt_at: at(-1), give_up_at: at(70), lease_owner: null, lead_id: String(id) },
        ...{ created_at: at(-1), sent_at: null, last_error: '550 no such user', address_refused: 1 },
      } as never)
      .execute();
    const called = { kind: 'called' as const, text: '', staff_id: null, who: 'An', outbox_id: null, client_key: null };
    return () =>
      database.db
        .insertInto('lead_entries')
        .values({ ...called, id: `called-${count++}`, lead_id: String(id), at: at(0) })
        .execute();
  },
  async bid() {
    const id = await bid(OWN);
    return () => database.db.updateTable('offers').set({ state: 'refused' }).where('id', '=', id).execute();
  },
  async tenant() {
    const { id } = await viewing({});
    await database.db
      .insertInto('tenant_files')
      .values({
        ...{
          id: 'file',
          viewing_id: id,
          property_id: OWN,
          language: 'nl',
          name: 'Huurder',
          email: 'h@visitor.example',
        },
        ...{ stage: 'candidate', state: 'sent', content: null, created_at: at(-9), sent_at: at(-8) },
        ...{ decided_at: null, deletes_at: at(900) },
      })
      .execute();
    return () => database.db.updateTable('tenant_files').set({ state: 'declined' }).execute();
  },
  async document() {
    await database.db
      .insertInto('owner_documents')
      .values({
        ...{ id: 'doc', owner_id: 'owner', property_id: OWN, kind: 'epc', name: 'epc.pdf', type: 'application/pdf' },
        ...{ bytes: 10, hash: 'h', at: at(-3) },
      })
      .execute();
    const row = { id: 'opened', at: at(0), staff_id: null, who: 'An', action: 'owner-document', subject: 'doc' };
    return () =>
      database.db
        .insertInto('staff_events')
        .values({ ...row, before: null, after: null, once_key: null, count: 1 })
        .execute();
  },
  async report() {
    const { id } = await viewing({ starts_at: at(-30), ends_at: at(-29), state: 'done' });
    const given = { viewing_id: id, property_id: OWN, asked_at: at(-28), comment: 'Mooi', interest: 'yes' as const };
    return () =>
      database.db
        .insertInto('viewing_feedback')
        .values({ ...given, given_at: at(-1) })
        .execute();
  },
  async import() {
    const file = join(live.dataDir, 'import', 'whise.json');
    const write = (alarm: string | null) =>
      writeFileSync(file, JSON.stringify({ goodAt: at(-5), triedAt: at(-1), alarm, maxAgeHours: 30 }));
    mkdirSync(join(live.dataDir, 'import'), { recursive: true });
    write('the CRM refuses the password');
    return async () => write(null);
  },
};

/** A property that the site shows as sold. */
async function soldProperty(): Promise<string> {
  const page = await askStudio(live, '/studio/content/properties/?state=gone', { cookie: people.get('admin')!.cookie });
  return /\/studio\/content\/properties\/(\d+)\//.exec(page.text)?.[1] ?? '';
}

const words: Readonly<Record<keyof typeof TASK_LABELS, string>> = {
  requested: 'Bezoek bevestigen',
  'owner-reply': 'Eigenaar: dit moment past niet',
  'gone-viewing': 'Bezoek van een verkocht of verhuurd pand',
  refused: 'Mail kwam niet aan',
  bid: 'Beslissen over een bod',
  tenant: 'Dossier van een kandidaat-huurder',
  document: 'Document van een eigenaar',
  report: 'Verslag van een bezoek',
  import: 'Import nakijken',
};

describe('everything that waits is in the list of today, until it is done', () => {
  test.each(Object.keys(TASK_LABELS) as (keyof typeof TASK_LABELS)[])('%s', async (kind) => {
    const end = await KINDS[kind]();
    const row = rowsOf(await today()).find(({ text }) => text.includes(words[kind]));
    expect(row, words[kind]).toBeDefined();
    const page = await askStudio(live, row!.href!, { cookie: people.get('admin')!.cookie });
    expect(page.status).toBe(200);
    await end();
    expect(rowsOf(await today()).filter(({ text }) => text.includes(words[kind]))).toEqual([]);
  });

  test('an agent sees what is of the own properties and viewings, a reader nothing', async () => {
    await bid(OWN);
    await bid(FOREIGN);
    await viewing({ agent_id: 'nele-proost', state: 'requested', held_until: at(20) });
    const texts = async (role: 'admin' | 'agent' | 'reader') =>
      rowsOf(await today(role)).filter(({ text }) => Object.values(words).some((word) => text.includes(word)));
    expect(await texts('admin')).toHaveLength(3);
    expect((await texts('agent')).map(({ text }) => text)).toEqual([expect.stringContaining(`Bieder ${OWN}`)]);
    expect(await texts('reader')).toEqual([]);
  });

  test('an offer that has expired is still listed as a lead', async () => {
    const id = await bid(FOREIGN);
    await database.db.updateTable('offers').set({ valid_until: '2026-01-05' }).where('id', '=', id).execute();
    for (const role of ['admin', 'agent'] as const)
      expect(rowsOf(await today(role)).filter(({ text }) => text.includes(`Bieder ${FOREIGN}`))).not.toEqual([]);
  });

  test('an offer that waits for a colleague is not lost for who may see its lead', async () => {
    await bid(FOREIGN);
    const found = rowsOf(await today('agent')).filter(({ text }) => text.includes(`Bieder ${FOREIGN}`));
    expect(found).not.toEqual([]);
  });
});
