import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCatalogue } from '../../src/server/catalogue/site/catalogue.ts';
import { createSite } from '../../src/server/catalogue/site/site.ts';
import { buildMetered } from '../bench/build-metered.ts';
import { testFolder } from '../support/folder.ts';
import { FIRST_GENERATED, generateHomes } from '../support/generate-homes.ts';
import { change } from '../support/small-content.ts';
import { copyContent } from '../support/test-site.ts';

/** TRIAL_HOMES sets another number, for a short look. */
const HOMES = Number(process.env.TRIAL_HOMES ?? 10_000);
const SEED = 7;

test(`a site of ${HOMES} homes in two languages is built to its end`, async () => {
  const folder = testFolder();
  const [contentDir, dataDir] = [join(folder, 'content'), join(folder, 'data')];
  mkdirSync(dataDir);
  copyContent(contentDir);
  generateHomes({ seed: SEED, count: HOMES, contentDir });
  const { versionDir, pages, seconds, astroMb, ownMb, cpuSeconds } = await buildMetered({ contentDir, dataDir });
  change(join(contentDir, `properties/${FIRST_GENERATED}.json`), (home) => ({ ...home, Price: Number(home.Price) + 1000 }));
  const again = await buildMetered({ contentDir, dataDir });
  const site = createSite(readCatalogue(versionDir));
  const missing = site.languages.flatMap((language) =>
    site.listings
      .map((home) => join(versionDir, 'client', site.listingAddress(home, language), 'index.html'))
      .filter((file) => !existsSync(file)),
  );
  const figures = {
    homes: site.listings.length,
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
  console.log(JSON.stringify(figures, (_, value) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value), 2));
  expect(site.listings.filter(({ id }) => id >= FIRST_GENERATED)).toHaveLength(HOMES);
  expect(missing).toEqual([]);
  expect(again.pages).toBe(pages);
  expect(pages).toBeGreaterThan(HOMES * site.languages.length);
});
