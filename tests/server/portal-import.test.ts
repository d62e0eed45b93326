import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { portalImport } from '../../src/features/owner/portal-import.ts';
import { importEntries } from '../../src/features/owner/property-entries.server.ts';
import { openOwnedProperty } from '../support/owned-property.ts';
import { OWN_PROPERTY } from '../support/portal.ts';
import { ENGINES } from '../support/storage.ts';
import { agencySite, MAIL_SITE } from '../support/submit.ts';

let site: Site;
beforeAll(() => {
  site = agencySite();
});
const NEWEST = { sort: 'at', descending: true, page: 1, size: 25 } as const;
const known = (id: number) => site.listing(id) !== null;

describe.each(ENGINES)('entries imported into the portal on %s', (engine) => {
  let { database, property, portalOf } = {} as Awaited<ReturnType<typeof openOwnedProperty>>;
  beforeEach(async () => {
    ({ database, property, portalOf } = await openOwnedProperty(engine, site));
  });

  test('an entry imported twice exists once, with the later text', async () => {
    const file = (comment: string) =>
      portalImport.parse({
        communications: [{ property: 35187, id: 'c1', date: '2026-11-02', type: 'phone', comment }],
        media: [{ property: 35187, id: 'm1', date: '2026-11-01', source: 'Portaal A', link: 'https://a.example/1' }],
        appearances: [{ property: 35187, id: 'a1', date: '2026-11-03', type: 'print', source: 'Streekkrant' }],
        views: [{ property: 35187, date: '2026-11-02', source: 'Portaal A', views: 9 }],
      });
    expect(await importEntries(database, file('first'), known)).toEqual({ entries: 3, views: 1 });
    await importEntries(database, file('second'), known);
    const portal = portalOf();
    const { rows, count } = await portal.entries(property, 'communication', NEWEST);
    expect([count, rows[0]?.comment]).toEqual([1, 'second']);
    expect((await portal.entries(property, 'media', NEWEST)).rows[0]).toMatchObject({
      source: 'Portaal A',
      link: 'https://a.example/1',
    });
    const seen = {
      id: OWN_PROPERTY,
      listing: '{}',
      price: null,
      status: 'open' as const,
      first_seen: '2026-10-01T08:00:00.000Z',
      sold_since: null,
      gone_since: null,
    };
    await database.db.insertInto('properties').values(seen).execute();
    expect((await portal.entries(property, 'media', NEWEST)).rows[1]).toMatchObject({
      origin: 'site',
      source: 'Kantoor Proefhof',
      status: 'online',
      link: expect.stringContaining(`${MAIL_SITE}/nl/`),
    });
    expect((await portal.entries(property, 'appearance', NEWEST)).rows[0]).toMatchObject({
      type: 'print',
      source: 'Streekkrant',
    });
    expect((await portal.figures(property)).sources).toMatchObject([{ source: 'Portaal A', total: 9 }]);
  });

  test('an import with any mistake names every mistake and imports nothing', async () => {
    const viewings = [
      { property: 35187, id: 1, date: '2026-11-02' },
      { property: 99999, id: 2, date: '2026-11-02' },
    ];
    const views = [{ property: 35187, date: '2026-11-02', source: 'direct', views: 1 }];
    await expect(importEntries(database, portalImport.parse({ viewings, views }), known)).rejects.toThrow(
      /viewings\.1\.property: there is no property 99999\nviews\.0\.source: "direct".*\nNothing was imported/s,
    );
    expect(await database.db.selectFrom('property_entries').select('id').execute()).toEqual([]);
  });
});
