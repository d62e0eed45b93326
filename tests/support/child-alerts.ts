import { createSite } from '../../src/content/site/site.ts';
import { sendAlerts } from '../../src/features/alert/mails.server.ts';
import { matchEvents } from '../../src/features/alert/match-events.server.ts';
import { recordCatalogue } from '../../src/features/property/history.server.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { agencySite, MAIL_SITE, SECRET } from './submit.ts';

/** Goes live with one more property again and again, as a server after each publish, until it is killed. */
const { storage, from, to } = JSON.parse(process.argv[2]!);
const database = await openDatabase(storage);
const agency = agencySite();
const [pattern] = agency.listings.filter(({ goal, gone, meaning }) => goal === 'sale' && !gone && meaning === 'none');
console.log('ready');
for (let count = from; count <= to; count += 1) {
  const listings = Array.from({ length: count }, (_, n) => ({ ...pattern!, id: 100_000 + n }));
  const site = createSite({ ...agency, listings });
  await recordCatalogue(database, listings);
  await matchEvents(database, site, site.settings.alerts);
  await sendAlerts({ database, site, secret: SECRET, siteUrl: MAIL_SITE });
  console.log(`live ${count}`);
}
await database.close();
