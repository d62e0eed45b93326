import { join } from 'node:path';
import { storeGoneProperty } from './gone-property.ts';
import { openTestSite } from './test-site.ts';

/** Serves the test site for all journeys; the workers read its URL from the environment. */
export default async function setup() {
  const { site, close } = await openTestSite();
  storeGoneProperty(join(site.dataDir, 'dorpel.sqlite'));
  process.env.DORPEL_TEST_URL = site.url;
  process.env.DORPEL_TEST_LOG = site.logFile;
  return close;
}
