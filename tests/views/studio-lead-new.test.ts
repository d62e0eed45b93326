import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Role } from '../../src/features/staff/rights.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { askStudio, employAll, putLead, STUDIO_HOST } from '../support/studio-site.ts';

const MEMBER = 'bram-de-ridder';
let live: LiveSite;
let people: Awaited<ReturnType<typeof employAll>>;

beforeAll(async () => {
  live = await startLiveSite(inject('site'), { studioHost: STUDIO_HOST, variables: { DEMO: 'off' } });
  people = await employAll(live, ['admin', 'office', 'agent', 'editor', 'reader'], MEMBER);
  const database = await openDatabase({ dataDir: live.dataDir });
  await database.db.updateTable('staff_sessions').set({ factor_at: new Date().toISOString() }).execute();
  await database.close();
}, 60_000);
afterAll(() => live.stop());

const as = (role: Role) => ({ cookie: people.get(role)!.cookie });
const open = (path: string, role: Role = 'office') => askStudio(live, path, as(role));
const idOf = (role: Role) => people.get(role)!.id;
/** What a form that nobody has filled in posts. */
const EMPTY = { source: 'phone', name: '', phone: '', email: '', text: '', property: '', language: 'nl', assignee: '' };
const add = (fields: Partial<Record<string, string>>, role: Role = 'office') =>
  askStudio(live, '/studio/do/lead-add/', {
    ...as(role),
    fields: { ...EMPTY, key: crypto.randomUUID(), ...fields } as Record<string, string>,
  });
const location = ({ headers }: { headers: Record<string, unknown> }) => String(headers.location ?? '');
const referenceIn = (response: { headers: Record<string, unknown> }) =>
  /^\/studio\/leads\/([\w-]+)\/\?done=added(?:-mailed)?$/.exec(location(response))?.[1] ?? '';
const leadOf = (reference: string) => live.rows('leads').find((row) => row.reference === reference)!;
const valuesOf = (text: string) => {
  const form = parse(text).querySelector('form[action="/studio/do/lead-add/"]');
  return Object.fromEntries(
    (form?.querySelectorAll('input, textarea, option[selected]') ?? []).map((field) => [
      field.getAttribute('name') ?? field.closest('select')?.getAttribute('name') ?? '',
      field.getAttribute('value') ?? field.text,
    ]),
  );
};

describe('a request that came by telephone', () => {
  test('is a lead with a name alone, with the person who wrote it down, and nobody gets a mail', async () => {
    const mails = live.rows('outbox').length;
    const reference = referenceIn(
      await add({ name: 'Rita Maes', text: 'Belt over de tuin', assignee: idOf('office') }),
    );
    expect(leadOf(reference)).toMatchObject({ form: 'site-contact', source: 'phone', email: null, status: 'new' });
    const page = (await open(`/studio/leads/${reference}/`)).text;
    for (const words of ['Rita Maes', 'Belt over de tuin', 'Telefoon', 'Bij The office']) expect(page).toContain(words);
    expect(live.rows('outbox')).toHaveLength(mails);
    expect((await open('/studio/leads/?source=phone')).text).toContain('Rita Maes');
    expect((await open('/studio/audit/?what=lead-add', 'admin')).text).toContain(reference);
  });

  test('about a property is the question of a visitor, and is confirmed when that is ticked', async () => {
    const reference = referenceIn(
      await add({ email: 'Rita@Visitor.example', property: '35187', source: 'counter', language: 'fr', tell: '1' }),
    );
    expect(leadOf(reference)).toMatchObject({
      ...{ form: 'contact-me', property_id: '35187', source: 'counter', language: 'fr' },
      email: 'rita@visitor.example',
    });
    const mail = live.rows('outbox').filter(({ recipient }) => recipient === 'Rita@Visitor.example');
    expect(mail.map(({ kind }) => kind)).toEqual(['contact-me-receipt']);
  });

  test('that was dealt with at once waits for nobody', async () => {
    const reference = referenceIn(await add({ name: 'Dirk', handled: '1' }));
    expect(leadOf(reference)).toMatchObject({ status: 'handled' });
    expect((await open('/studio/leads/')).text).not.toContain(reference);
    expect((await open('/studio/leads/?state=handled')).text).toContain(reference);
  });

  test('is one lead when it is posted twice', async () => {
    const fields = { name: 'Twee keer', key: 'the-same-key', again: '1' };
    const [first, second] = [referenceIn(await add(fields)), referenceIn(await add(fields))];
    expect(first).not.toBe('');
    expect(second).toBe(first);
  });
});

describe('what cannot be stored', () => {
  test.each([
    ['nobody', { text: 'Wie was dat?' }, 'Vul een naam, een telefoonnummer of een e-mailadres in.'],
    ['an address that is none', { name: 'An', email: 'an@', text: 'x' }, 'e-mailadres'],
  ])('%s is said, and what was typed stays', async (_, fields, words) => {
    const leads = live.rows('leads').length;
    const { status, text } = await add({ ...fields, property: '35187', source: 'portal' });
    expect(status).toBe(422);
    expect(text).toContain(words);
    expect(valuesOf(text)).toMatchObject({ ...fields, property: '35187', source: 'portal' });
    expect(live.rows('leads')).toHaveLength(leads);
  });

  test('an open lead of the same number is named first, and a second one is stored when that is wanted', async () => {
    const first = await putLead(live, { email: 'tweede@visitor.example', phone: '+32 470 11 22 33' });
    const asked = await add({ name: 'Bert', phone: '0470/11.22.33', text: 'Nog eens' });
    expect(asked.status).toBe(422);
    expect(asked.text).toContain(`/studio/leads/${first}/`);
    const values = valuesOf(asked.text);
    expect(values).toMatchObject({ name: 'Bert', text: 'Nog eens', again: '1' });
    expect(referenceIn(await add(values))).not.toBe('');
  });
});

describe('rights', () => {
  test('an agent writes requests down for themselves or for nobody', async () => {
    expect(referenceIn(await add({ name: 'Van Bram', assignee: idOf('agent') }, 'agent'))).not.toBe('');
    expect(referenceIn(await add({ name: 'Van niemand' }, 'agent'))).not.toBe('');
    expect((await add({ name: 'Van een ander', assignee: idOf('office') }, 'agent')).status).toBe(422);
    expect((await open('/studio/leads/new/', 'agent')).text).not.toContain('>The office<');
  });

  test('who does not work on leads has no such page', async () => {
    for (const role of ['editor', 'reader'] as const) {
      expect([(await open('/studio/leads/new/', role)).status, (await add({ name: 'x' }, role)).status]).toEqual([
        404, 404,
      ]);
    }
  });

  test('a lead without an address is erased by those who may erase a person', async () => {
    const reference = referenceIn(await add({ name: 'Wis mij' }));
    const erase = (role: Role) => askStudio(live, '/studio/do/lead-erase/', { ...as(role), fields: { reference } });
    expect((await erase('office')).status).toBe(404);
    expect(location(await erase('admin'))).toBe('/studio/leads/?done=erased');
    expect(live.rows('leads').filter((row) => row.reference === reference)).toEqual([]);
    const withAddress = await putLead(live, { email: 'blijft@visitor.example' });
    const kept = await askStudio(live, '/studio/do/lead-erase/', {
      ...as('admin'),
      fields: { reference: withAddress },
    });
    expect([kept.status, leadOf(withAddress).email]).toEqual([404, 'blijft@visitor.example']);
  });
});
