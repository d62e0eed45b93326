import { openTestSite } from './test-site.ts';

/** Serves the test site for all journeys; the workers read its URL from the environment. */
export default async function setup() {
  const { site, close } = await openTestSite();
  process.env.DORPEL_TEST_URL = site.url;
  process.env.DORPEL_TEST_LOG = site.logFile;
  return close;
}
