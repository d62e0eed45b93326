import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCatalogue } from '../../src/content/site/catalogue.server.ts';
import { createSite } from '../../src/content/site/site.ts';
import { openVersionFiles } from '../../src/publish/version-files.ts';
import { buildMetered } from '../bench/build-metered.ts';
import { testFolder } from '../support/folder.ts';
import { FIRST_GENERATED, generateProperties } from '../support/generate-properties.ts';
import { change } from '../support/small-content.ts';
import { copyContent } from '../support/test-site.ts';

/** TRIAL_PROPERTIES sets another number, for a short look. */
const PROPERTIES = Number(process.env.TRIAL_PROPERTIES ?? 10_000);
const SEED = 7;

test(`a site of ${PROPERTIES} properties in two languages is built completely`, async () => {
  const folder = testFolder();
  const [contentDir, dataDir] = [join(folder, 'content'), join(folder, 'data')];
  mkdirSync(dataDir);
  copyContent(contentDir);
  generateProperties({ seed: SEED, count: PROPERTIES, contentDir });
  const { versionDir, pages, seconds, astroMb, ownMb, cpuSeconds } = await buildMetered({ contentDir, dataDir });
  change(join(contentDir, `properties/${FIRST_GENERATED}.json`), (property) => ({
    ...property,
    Price: Number(property.Price) + 1000,
  }));
  const again = await buildMetered({ contentDir, dataDir });
  const site = createSite((await readCatalogue(versionDir)).catalogue);
  const files = openVersionFiles(versionDir);
  const missing = site.languages.flatMap((language) =>
    site.listings
      .map((listing) => site.listingPath(listing, language))
      .filter((path) => !existsSync(files.fileAt(path) ?? '')),
  );
  const figures = {
    properties: site.listings.length,
    pages,
    seconds,
    pagesPerSecond: pages / seconds,
    cpuSeconds,
    astroMb,
    ownMb,
    missing: missing.length,
    secondsAfterOneChange: again.seconds,
    cpuSecondsAfterOneChange: again.cpuSeconds,
  };
  console.log(
    JSON.stringify(figures, (_, value) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value), 2),
  );
  expect(site.listings.filter(({ id }) => id >= FIRST_GENERATED)).toHaveLength(PROPERTIES);
  expect(missing).toEqual([]);
  expect(again.pages).toBe(pages);
  expect(pages).toBeGreaterThan(PROPERTIES * site.languages.length);
});
