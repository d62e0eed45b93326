import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { linkOwner } from '../../src/features/owner/accounts.server.ts';
import { portalImport } from '../../src/features/owner/portal-import.ts';
import { importEntries } from '../../src/features/owner/property-entries.server.ts';
import type { Owner } from '../../src/features/owner/sessions.server.ts';
import { newId } from '../../src/platform/database/new-id.server.ts';
import { openOwnedProperty } from '../support/owned-property.ts';
import { OWN_PROPERTY, OWNER, settle } from '../support/portal.ts';
import { ENGINES } from '../support/storage.ts';
import { agencySite } from '../support/submit.ts';

let site: Site;
beforeAll(() => {
  site = agencySite();
});
const NEWEST = { sort: 'at', descending: true, page: 1, size: 25 } as const;
const HOUR_MS = 3_600_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const known = (id: number) => site.listing(id) !== null;

describe.each(ENGINES)('the portal on %s', (engine) => {
  let { database, owner, property, portalOf, book } = {} as Awaited<ReturnType<typeof openOwnedProperty>>;
  beforeEach(async () => {
    ({ database, owner, property, portalOf, book } = await openOwnedProperty(engine, site));
  });

  test('a property opens only for its owner, under one spelling of its number', async () => {
    const portal = portalOf();
    expect(property).toMatchObject({ id: OWN_PROPERTY, role: 'owner' });
    for (const id of [
      '35109',
      '',
      ' 35187',
      '35187 ',
      '035187',
      '35187.0',
      '+35187',
      '3518７',
      '35187%00',
      '35187\0',
      "35187' or '1'='1",
      '*',
      'null',
      '-1',
      '9'.repeat(40),
    ])
      expect(await portal.property(owner, id), id).toBeNull();
    expect(await portal.property({ ...owner, id: 'another' }, OWN_PROPERTY)).toBeNull();
  });

  test('a removed property or closed account is inaccessible from the next request on', async () => {
    const portal = portalOf();
    await database.db
      .updateTable('owners')
      .set({ disabled_at: ago(0) })
      .execute();
    expect([await portal.property(owner, OWN_PROPERTY), await portal.properties(owner)]).toEqual([null, []]);
    await database.db.updateTable('owners').set({ disabled_at: null }).execute();
    expect(await linkOwner(database, OWNER, OWN_PROPERTY, null)).toBe('done');
    expect([await portal.property(owner, OWN_PROPERTY), await portal.properties(owner)]).toEqual([null, []]);
    expect(await linkOwner(database, 'nobody@eigenaar.example', OWN_PROPERTY, 'owner')).toBe('no-user');
  });

  test('a co-owner and a representative see the same property', async () => {
    const id = await settle(database, site, { email: 'broer@eigenaar.example', password: null, properties: [] });
    for (const role of ['co-owner', 'representative'] as const) {
      await linkOwner(database, 'broer@eigenaar.example', OWN_PROPERTY, role);
      expect(await portalOf().property({ id } as Owner, OWN_PROPERTY)).toMatchObject({ role });
    }
  });

  test('viewings booked here and at the agency are in one table, sorted and paged by SQL', async () => {
    const portal = portalOf();
    await book();
    await book({ property_id: '35109' });
    const viewings = Array.from({ length: 30 }, (_, at) => ({
      property: 35187,
      id: at,
      date: `2026-01-${String(at + 1).padStart(2, '0')} 10:00`,
      status: at % 2 ? 'done' : 'cancelled',
    }));
    await importEntries(database, portalImport.parse({ viewings }), known);
    const first = await portal.entries(property, 'viewing', NEWEST);
    expect([first.count, first.rows.length, first.rows[0]?.origin, first.rows[0]?.contact]).toEqual([
      31,
      25,
      'viewing',
      'Karel Van den Broeck',
    ]);
    const last = await portal.entries(property, 'viewing', { ...NEWEST, page: 2 });
    expect([last.rows.length, last.rows.at(-1)?.at]).toEqual([6, '2026-01-01T09:00:00.000Z']);
    const byStatus = await portal.entries(property, 'viewing', {
      ...NEWEST,
      sort: 'status',
      descending: false,
      size: 5,
    });
    expect(new Set(byStatus.rows.map(({ status }) => status))).toEqual(new Set(['cancelled']));
  });

  test('the overview counts events since a moment and names the next viewing', async () => {
    const portal = portalOf();
    const soon = new Date(Date.now() + 30 * HOUR_MS).toISOString();
    await book();
    await book({ starts_at: ago(400 * HOUR_MS) });
    await book({ starts_at: soon });
    await book({ starts_at: new Date(Date.now() + 2 * HOUR_MS).toISOString(), state: 'cancelled' });
    await book({ property_id: '35109' });
    // What the owner writes is no lead of the property.
    await portal.suggest(property, owner, 'De tuin is groter dan er staat');
    const suggested = await database.db.selectFrom('leads').selectAll().executeTakeFirstOrThrow();
    const lead = { ...suggested, id: newId(), reference: '2611-TEST', token_key: 'another', form: 'contact-me' };
    await database.db.insertInto('leads').values(lead).execute();
    await database.db
      .insertInto('document_openings')
      .values({ id: newId(), property_id: OWN_PROPERTY, document: 'x', at: ago(0), lead_id: null })
      .execute();
    const alert = {
      search_id: 's1',
      property_id: OWN_PROPERTY,
      event_id: 'e1',
      state: 'queued' as const,
      due_at: ago(HOUR_MS),
      created_at: ago(HOUR_MS),
      sent_at: null,
    };
    await database.db
      .insertInto('alerts')
      .values([alert, { ...alert, search_id: 's2' }, { ...alert, search_id: 's3', state: 'dropped' }])
      .execute();
    const overview = await portal.overview(property, ago(100 * HOUR_MS));
    expect(overview).toMatchObject({ viewings: 1, leads: 1, documents: 1, alerts: 2, nextViewing: soon });
    expect((await portal.entries(property, 'appearance', NEWEST)).rows[0]).toMatchObject({
      origin: 'alert',
      subject: '2',
    });
    expect((await portal.figures(property)).searches).toBe(2);
  });

  test('a suggestion is one lead with one mail to the manager, however often it is sent', async () => {
    const portal = portalOf();
    expect(await portal.suggest(property, owner, '   ')).toEqual({ ok: false, problem: 'empty' });
    for (let time = 0; time < 2; time += 1)
      expect(await portal.suggest(property, owner, 'De tuin is groter')).toEqual({ ok: true });
    const mails = await database.db.selectFrom('outbox').selectAll().execute();
    expect(mails.map(({ recipient, reply_to }) => [recipient, reply_to])).toEqual([
      [site.members.find(({ id }) => id === 'nele-proost')?.email, OWNER],
    ]);
    expect(mails[0]?.text).toContain('De tuin is groter');
  });

  test('public figures follow the settings and exist only for properties of the site', async () => {
    const shut = {
      ...site,
      settings: { ...site.settings, portal: { ...site.settings.portal, publicStatistics: false } },
    };
    const closed = portalOf(shut);
    expect(await portalOf().publicFigures(OWN_PROPERTY)).toEqual({ today: 0, week: 0, month: 0, total: 0 });
    expect([await portalOf().publicFigures('99999'), await closed.publicFigures(OWN_PROPERTY)]).toEqual([null, null]);
  });
});
