import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { createSite } from '../../src/content/site/site.ts';
import { sendAlerts } from '../../src/features/alert/mails.server.ts';
import { matchEvents } from '../../src/features/alert/match-events.server.ts';
import { recordCatalogue } from '../../src/features/property/history.server.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { newId } from '../../src/platform/database/new-id.server.ts';
import { agencySite, MAIL_SITE, SECRET } from '../support/submit.ts';
import type { Bench } from './bench.ts';
import { type Figure, rounded } from './figure.ts';

const TOWNS = ['1850|grimbergen', '1860|meise', '1853|strombeek-bever', '1800|vilvoorde', '1780|wemmel'];

/** Saved searches against new properties: seconds to match, and to write the mails into the outbox. */
export async function measureAlerts({ root, quick }: Bench): Promise<Figure[]> {
  const [seekers, fresh] = quick ? [500, 20] : [10_000, 200];
  const database = await openDatabase({ dataDir: mkdtempSync(join(root, 'alerts-')) });
  const demo = agencySite();
  const open = demo.listings.filter(({ gone, meaning }) => !gone && meaning === 'none');
  const at = '2026-01-01T00:00:00.000Z';
  for (let from = 0; from < seekers; from += 200)
    await database.db
      .insertInto('saved_searches')
      .values(
        Array.from({ length: 200 }, (_, n) => ({
          id: newId(),
          lead_id: null,
          email: `an${from + n}@example.be`,
          language: 'nl',
          criteria: JSON.stringify({
            goal: n % 3 ? 'sale' : 'rent',
            types: [['house'], ['apartment'], ['house', 'apartment']][n % 3],
            towns: [TOWNS[n % 5]],
            maxPrice: n % 2 ? String(250_000 + (n % 40) * 20_000) : '',
          }),
          frequency: 'instantly' as const,
          state: 'confirmed' as const,
          created_at: at,
          confirmed_at: at,
          ended_at: null,
        })),
      )
      .execute();
  try {
    await recordCatalogue(database, []);
    const listings = Array.from({ length: fresh }, (_, n) => ({ ...open[n % open.length]!, id: 500_000 + n }));
    const site = createSite({ ...demo, listings });
    const started = performance.now();
    await recordCatalogue(database, listings);
    const recorded = performance.now();
    const alerts = await matchEvents(database, site, site.settings.alerts);
    const matched = performance.now();
    const mails = await sendAlerts({ database, site, secret: SECRET, siteUrl: MAIL_SITE });
    const queued = performance.now();
    const seconds = (from: number, to: number) => (to - from) / 1000;
    const pairs = `${seekers} searches x ${fresh} new properties`;
    return [
      {
        name: 'properties recorded',
        value: `${rounded(seconds(started, recorded), 2)} s`,
        number: seconds(started, recorded),
        reference: `${fresh} new properties`,
      },
      {
        name: 'alerts matched',
        value: `${rounded(seconds(recorded, matched), 2)} s`,
        number: seconds(recorded, matched),
        reference: `${pairs}, ${alerts} alerts`,
      },
      {
        name: 'alert mails queued',
        value: `${rounded(seconds(matched, queued), 2)} s`,
        number: seconds(matched, queued),
        reference: `${mails} mails`,
      },
    ];
  } finally {
    await database.close();
  }
}
