import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { compareViews } from '../../src/features/owner/overview.server.ts';
import { erasePerson } from '../../src/features/privacy/requests/erase-person.server.ts';
import { newId } from '../../src/platform/database/new-id.server.ts';
import { seal, unseal } from '../../src/platform/files/sealed-bytes.server.ts';
import { safeFileName } from '../../src/platform/media/received-document.server.ts';
import { openOwnedProperty } from '../support/owned-property.ts';
import { OWN_PROPERTY, OWNER } from '../support/portal.ts';
import { ENGINES } from '../support/storage.ts';
import { agencySite, SECRET, stored } from '../support/submit.ts';

let site: Site;
beforeAll(() => {
  site = agencySite();
});
const PDF = Buffer.from('%PDF-1.7 een geheim attest');
const HOUR_MS = 3_600_000;

test('sealed bytes open with the same secret under the same name only', () => {
  const sealed = seal(PDF, SECRET, 'one');
  expect(Buffer.from(sealed, 'base64').includes('geheim')).toBe(false);
  expect(seal(PDF, SECRET, 'one')).not.toBe(sealed);
  expect(unseal(sealed, SECRET, 'one')?.equals(PDF)).toBe(true);
  const changed = `${sealed.slice(0, 30)}${sealed[30] === 'A' ? 'B' : 'A'}${sealed.slice(31)}`;
  for (const [text, secret, name] of [
    [sealed, SECRET, 'other'],
    [sealed, `${SECRET} 2`, 'one'],
    [changed, SECRET, 'one'],
    ['', SECRET, 'one'],
  ] as const)
    expect(unseal(text, secret, name)).toBeNull();
});

test.each([
  ['attest.pdf', 'attest.pdf'],
  ['C:\\Mijn documenten\\epc.pdf', 'epc.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['a\u202egpj.exe\u0000.pdf', 'agpj.exe.pdf'],
  ['"quote".png', 'quote.png'],
  ['...', 'document'],
  ['', 'document'],
  [`${'x'.repeat(300)}.jpeg`, `${'x'.repeat(95)}.jpeg`],
])('a file that is called %j is stored as %j', (given, name) => {
  expect(safeFileName(given)).toBe(name);
});

describe.each(ENGINES)('the portal on %s', (engine) => {
  let { database, owner, property, portalOf, book } = {} as Awaited<ReturnType<typeof openOwnedProperty>>;
  const send = (bytes: Uint8Array | null, name = 'attest.pdf', kind = 'energy') =>
    portalOf().sendDocument(property, owner, { kind, name, bytes });
  beforeEach(async () => {
    ({ database, owner, property, portalOf, book } = await openOwnedProperty(engine, site));
  });

  test('a document is encrypted, stored once, told to agency and owner, and opened by its owner', async () => {
    expect([await send(PDF), await send(PDF)]).toEqual([
      { ok: true, isKnown: false },
      { ok: true, isKnown: true },
    ]);
    const [sent] = await portalOf().sentDocuments(property);
    expect(sent).toMatchObject({ name: 'attest.pdf', kind: 'energy', bytes: PDF.length, type: 'application/pdf' });
    const rows = await database.db.selectFrom('sealed_files').selectAll().execute();
    expect(Buffer.from(rows[0]!.content, 'base64').includes('geheim')).toBe(false);
    expect((await portalOf().sentDocument(property, sent!.id))?.content.equals(PDF)).toBe(true);
    expect(await portalOf().sentDocument({ ...property, id: '35101' }, sent!.id)).toBeNull();
    expect((await stored(database)).mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['owner-document-receipt', OWNER],
      ['owner-document-agency', 'dag@kantoorproefhof.example'],
      ['owner-document-agency', 'nele@kantoorproefhof.example'],
    ]);
    expect((await portalOf().checklist(property)).find(({ kind }) => kind === 'energy')?.state).toBe('there');
  });

  test('what is empty, too large or no document is refused, and nothing is stored', async () => {
    const script = Buffer.from('<html><script>alert(1)</script>');
    const large = Buffer.concat([PDF, Buffer.alloc(8 * 1024 * 1024)]);
    const results = [await send(null), await send(Buffer.alloc(0)), await send(script), await send(large)];
    expect(results.map((result) => !result.ok && result.problem)).toEqual([
      ...['empty', 'empty', 'document-kind', 'too-large'],
    ]);
    expect([await portalOf().sentDocuments(property), (await stored(database)).mails]).toEqual([[], []]);
  });

  test('erasing the owner deletes documents and replies', async () => {
    const id = newId();
    await book({ id, state: 'requested', starts_at: new Date(Date.now() + HOUR_MS).toISOString() });
    await send(PDF);
    await portalOf().reply(property, owner, { viewingId: id, reply: 'fine', note: '' });
    await erasePerson(database, OWNER);
    for (const table of ['owner_documents', 'sealed_files', 'owner_replies'] as const)
      expect(await database.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  });

  test('the owner says what suits, once per viewing, and the agent hears it', async () => {
    const [id, past] = [newId(), newId()];
    await book({ id, state: 'requested', starts_at: new Date(Date.now() + HOUR_MS).toISOString() });
    await book({ id: past });
    const reply = (given: object) =>
      portalOf().reply(property, owner, { viewingId: id, reply: 'fine', note: '', ...given });
    expect((await portalOf().waiting(property)).viewings).toBe(1);
    expect([await reply({}), await reply({})]).toEqual([{ ok: true }, { ok: true }]);
    expect(await reply({ reply: 'other-time' })).toEqual({ ok: false, problem: 'note' });
    expect(await reply({ reply: 'perhaps' })).toEqual({ ok: false, problem: 'choose' });
    expect(await reply({ viewingId: past })).toEqual({ ok: false, problem: 'over' });
    expect(await reply({ reply: 'other-time', note: 'Na 18 uur' })).toEqual({ ok: true });
    const mails = (await stored(database)).mails.filter(({ kind }) => kind === 'owner-reply');
    expect(mails).toHaveLength(4);
    expect(mails.at(-1)).toMatchObject({ subject: 'Margriet Maertens: Liever een ander moment' });
    expect(mails.at(-1)!.text).toContain('Na 18 uur');
    expect(await portalOf().coming(property)).toMatchObject([{ id, reply: 'other-time', note: 'Na 18 uur' }]);
    expect((await portalOf().waiting(property)).viewings).toBe(0);
    const calendar = await portalOf().calendar(property, 'nl');
    expect(calendar).toContain(`UID:${id}@www.proefhof.example`);
    expect(calendar).not.toContain('Karel');
  });

  test('views are compared with the median of at least five similar properties, none of which is shown', async () => {
    const own = site.listing(Number(OWN_PROPERTY))!;
    const now = new Date();
    const listings = (count: number) => [
      ...[own],
      ...Array.from({ length: count }, (_, at) => ({ ...own, id: 900 + at, created: '2020-01-01' })),
    ];
    const compare = (count: number) =>
      compareViews(database, { listing: site.listing, listings: listings(count) }, property, now);
    await database.db.deleteFrom('view_counts').execute();
    const day = now.toISOString().slice(0, 10);
    const views = [0, 30, 60, 90, 120].map((sum, at) => ({
      property_id: `${900 + at}`,
      day,
      source: 'site',
      views: sum,
    }));
    await database.db.insertInto('view_counts').values(views).execute();
    expect(await compare(4)).toBeNull();
    expect(await compare(5)).toEqual({ own: 0, median: 2, count: 5 });
    expect(await compare(6)).toMatchObject({ median: 1.5, count: 6 });
  });
});
