import { createSite, type Site } from '../../src/content/site/site.ts';
import { freeViewings } from '../../src/features/viewing/book-viewing.server.ts';
import type { ViewingSettings } from '../../src/features/viewing/settings.ts';
import { eventRecorder } from '../../src/features/webhook/record-event.server.ts';
import type { ViewingRow } from '../../src/platform/database/schema.ts';
import { type Engine, openStorage } from './storage.ts';
import { MAIL_SITE, PROPERTY_ID, poster, SECRET, stored } from './submit.ts';

const ALWAYS = Object.fromEntries(
  ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].map((day) => [
    day,
    [{ from: '09:00', to: '12:00' }],
  ]),
);

/** A database in which viewings are booked, with hours on every morning; `changes`: settings of viewings. */
export async function openViewings(
  engine: Engine,
  agency: Site,
  changes: Partial<ViewingSettings> = {},
  property = PROPERTY_ID,
) {
  const { database, options } = await openStorage(engine);
  const settings = { ...agency.settings.viewings, hours: ALWAYS, agents: {}, closedDays: [], ...changes };
  const site = createSite({
    ...agency,
    addresses: { ...agency.addresses },
    settings: { ...agency.settings, viewings: settings },
  });
  const parts = {
    database,
    site,
    secret: SECRET,
    siteUrl: MAIL_SITE,
    recordEvent: eventRecorder({ site, siteUrl: MAIL_SITE }),
  };
  const listing = site.listing(Number(property))!;
  const free = async (nowMs = Date.now()) =>
    (await freeViewings(database, site, listing, { nowMs })).slots.map(({ startsAt }) => startsAt);
  const { post } = poster({ database, site });
  const book = (slot: string, changed: Record<string, unknown> = {}) =>
    post('contact-appointment', { property, slot, startDate: '', endDate: '', ...changed });
  const viewings = (): Promise<ViewingRow[]> =>
    database.db.selectFrom('viewings').selectAll().orderBy('created_at').execute();
  const mails = async (kind: string) => (await stored(database)).mails.filter((mail) => mail.kind === kind);
  return { database, options, site, parts, listing, free, book, post, viewings, mails };
}
