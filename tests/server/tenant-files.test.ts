import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bound } from '../../src/content/site/ctx.server.ts';
import type { Site } from '../../src/content/site/site.ts';
import { applyRetention } from '../../src/features/privacy/requests/apply-retention.server.ts';
import { erasePerson } from '../../src/features/privacy/requests/erase-person.server.ts';
import type { StaffMember } from '../../src/features/staff/staff.server.ts';
import * as studioTenants from '../../src/features/tenant/studio-tenants.server.ts';
import { findFile } from '../../src/features/tenant/tenant-files.server.ts';
import * as tenants from '../../src/features/tenant/tenant-link.server.ts';
import { newId } from '../../src/platform/database/new-id.server.ts';
import { openOwnedProperty } from '../support/owned-property.ts';
import { ENGINES } from '../support/storage.ts';
import { agencySite, linksIn, MAIL_SITE, SECRET, stored } from '../support/submit.ts';

let site: Site;
let rentals: Record<'flanders' | 'brussels', string>;
beforeAll(() => {
  site = agencySite();
  const rental = (isThere: (zip: number) => boolean) =>
    String(site.listings.find(({ goal, zip, gone }) => goal === 'rent' && !gone && isThere(Number(zip)))!.id);
  rentals = { flanders: rental((zip) => zip >= 1500 && zip < 2000), brussels: rental((zip) => zip < 1300) };
});
const DAY_MS = 86_400_000;
const PDF = { name: 'loon.pdf', bytes: Buffer.from('%PDF-1.7 loonbrief geheim') };
const STAFF = { id: 'nele', name: 'Nele' } as StaffMember;
const GIVEN = { netIncome: '€ 2.600', persons: '2' };

describe.each(ENGINES)('files of candidate tenants on %s', (engine) => {
  let { database, book } = {} as Awaited<ReturnType<typeof openOwnedProperty>>;
  const parts = (settings = site.settings) => ({
    ...{ database, secret: SECRET, siteUrl: MAIL_SITE, wakeOutbox: () => {} },
    site: { ...site, settings },
  });
  const mails = async (kind: string) => (await stored(database)).mails.filter((mail) => mail.kind === kind);
  const viewingOf = async (property: string, changes = {}) => {
    const id = newId();
    await book({ id, property_id: property, ...changes });
    return database.db.selectFrom('viewings').selectAll().where('id', '=', id).executeTakeFirstOrThrow() as never;
  };
  /** Asks for a file after a viewing, and gives the link of the mail. */
  const asked = async (property: string) => {
    const viewing = await viewingOf(property);
    const studio = bound(parts(), studioTenants);
    expect([await studio.ask(viewing, STAFF), await studio.ask(viewing, STAFF)]).toEqual([true, true]);
    const [mail, ...others] = await mails('tenant-file');
    expect([mail!.recipient, others]).toEqual(['karel@example.be', []]);
    return { viewing, studio, token: linksIn(mail!)[0]!, candidates: bound(parts(), tenants) };
  };
  const send = (token: string, raw: object, files: Record<string, typeof PDF> = {}) =>
    bound(parts(), tenants).send(token, { raw: raw as never, files: new Map(Object.entries(files)) });
  beforeEach(async () => {
    ({ database, book } = await openOwnedProperty(engine, site));
  });

  test('it is asked for after the viewing of a rental only, and only where the settings want it', async () => {
    const soon = new Date(Date.now() + DAY_MS).toISOString();
    const studio = bound(parts(), studioTenants);
    const wrong = [
      await viewingOf(rentals.flanders, { starts_at: soon }),
      await viewingOf(rentals.flanders, { state: 'cancelled' }),
      await viewingOf('35187'),
    ];
    for (const viewing of wrong) expect(await studio.ask(viewing, STAFF)).toBe(false);
    const off = { ...site.settings, tenants: { ...site.settings.tenants, askFiles: false } };
    expect(await bound(parts(off), studioTenants).ask(await viewingOf(rentals.flanders), STAFF)).toBe(false);
    expect(await mails('tenant-file')).toEqual([]);
  });

  test('in Brussels income and number of persons are asked for; anything else that is posted is dropped', async () => {
    const { token, candidates, studio, viewing } = await asked(rentals.brussels);
    expect((await candidates.ofLink(token))?.allowed.fields).toEqual(['netIncome', 'persons']);
    const more = { ...GIVEN, birthDate: '1990-01-01', nationality: 'x', civilStatus: 'married' };
    expect(await send(token, more, { income: PDF, rent: PDF })).toEqual({ ok: true });
    const opened = await studio.ofViewing(viewing, STAFF);
    expect(opened?.values).toEqual({ netIncome: '2600', persons: '2' });
    expect(opened?.documents.map(({ kind, name }) => [kind, name])).toEqual([['income', 'loon.pdf']]);
    expect((await studio.document(viewing, opened!.documents[0]!.id, STAFF))?.content.equals(PDF.bytes)).toBe(true);
    expect((await mails('tenant-file-agency')).length).toBeGreaterThan(0);
    const actions = await database.db.selectFrom('staff_events').select('action').orderBy('id').execute();
    expect(actions.map(({ action }) => action)).toEqual(['tenant-ask', 'tenant-ask', 'tenant-read', 'tenant-document']);
  });

  test('values and proofs are encrypted, and what was right is kept when something is wrong', async () => {
    const { token, candidates } = await asked(rentals.flanders);
    const wrong = { ...PDF, bytes: Buffer.from('MZ') };
    expect(await send(token, { netIncome: 'veel', persons: '3' })).toEqual({
      ...{ ok: false, problem: 'fields', wrong: ['netIncome'], file: null },
    });
    expect((await candidates.ofLink(token))?.values).toEqual({ persons: '3' });
    const both = await send(token, { netIncome: 'veel', persons: '3' }, { income: wrong });
    expect(both).toMatchObject({ wrong: ['netIncome'], file: 'document-kind' });
    expect(await send(token, GIVEN, { income: wrong })).toEqual({ ok: false, problem: 'document-kind' });
    expect(await send(token, GIVEN, { income: PDF })).toEqual({ ok: true });
    const everything = JSON.stringify([
      await database.db.selectFrom('tenant_files').selectAll().execute(),
      await database.db.selectFrom('sealed_files').selectAll().execute(),
      (await stored(database)).mails,
    ]);
    expect(everything).not.toMatch(/2600|geheim/);
  });

  test('who is chosen is asked for what the contract needs; files are deleted days after the decision', async () => {
    const { token, candidates, studio, viewing } = await asked(rentals.flanders);
    await send(token, GIVEN);
    expect(await studio.decide(viewing, 'chosen', STAFF)).toBe(true);
    expect(await studio.decide(viewing, 'chosen', STAFF)).toBe(false);
    expect((await candidates.ofLink(token))?.allowed.fields).toContain('birthPlace');
    expect(await mails('tenant-chosen')).toHaveLength(1);
    const contract = { address: 'Dorp 1', birthDate: '1990-02-30', birthPlace: 'Aalst', civilStatus: 'single' };
    expect(await send(token, contract)).toMatchObject({ problem: 'fields', wrong: ['birthDate'] });
    expect(await send(token, { ...contract, birthDate: '1990-02-28' })).toEqual({ ok: true });
    // A choice can be taken back until the contract is signed.
    expect(await studio.decide(viewing, 'declined', STAFF)).toBe(true);
    expect(await mails('tenant-declined')).toHaveLength(1);
    expect(await send(token, contract)).toEqual({ ok: false, problem: 'over' });
    const { id, deletes_at } = await database.db.selectFrom('tenant_files').selectAll().executeTakeFirstOrThrow();
    const last = Date.parse(deletes_at);
    expect(Math.round((last - Date.now()) / DAY_MS)).toBe(site.settings.tenants.decidedDays);
    expect([await findFile(database, id, last - 1), await findFile(database, id, last)]).toMatchObject([{ id }, null]);
    await applyRetention(database, site.settings.forms.retention, last + 1);
    for (const table of ['tenant_files', 'tenant_documents', 'sealed_files'] as const)
      expect(await database.db.selectFrom(table).selectAll().execute(), table).toEqual([]);
  });

  test('the owner sees figures without a name, and none where the settings keep them private', async () => {
    const { token } = await asked(rentals.flanders);
    const owned = { id: rentals.flanders } as never;
    expect(await bound(parts(), tenants).summaryOf(owned)).toEqual([]);
    await send(token, GIVEN, { income: PDF });
    const summary = await bound(parts(), tenants).summaryOf(owned);
    const rent = site.listing(Number(rentals.flanders))!.price!;
    expect(summary).toMatchObject([
      { state: 'sent', persons: 2, proofs: 1, rents: Math.round((2600 / rent) * 10) / 10 },
    ]);
    expect(JSON.stringify(summary)).not.toMatch(/Karel|karel|2600/);
    const quiet = { ...site.settings, tenants: { ...site.settings.tenants, ownerSummary: false } };
    expect(await bound(parts(quiet), tenants).summaryOf(owned)).toEqual([]);
  });

  test('erasing the visitor deletes the file; a forged or foreign link opens nothing', async () => {
    const { token, candidates } = await asked(rentals.flanders);
    await send(token, GIVEN, { income: PDF });
    expect([await candidates.admits(`${token}x`), await candidates.admits('nothing')]).toEqual(['over', 'over']);
    // A link that posts all the time is stopped before anything is read.
    const admitted = await Promise.all(Array.from({ length: 31 }, () => candidates.admits(token)));
    expect(admitted.filter((one) => one === 'too-often')).toHaveLength(1);
    await erasePerson(database, 'karel@example.be');
    expect([await candidates.ofLink(token), await candidates.admits(token)]).toEqual([null, 'over']);
    expect(await database.db.selectFrom('sealed_files').selectAll().execute()).toEqual([]);
  });
});
