import { join } from 'node:path';
import { FIRST_GENERATED } from '../support/generate-properties.ts';
import { change } from '../support/small-content.ts';
import type { Bench } from './bench.ts';
import { type Built, buildMetered } from './build-metered.ts';
import { type Figure, rounded } from './figure.ts';

const CHANGED = FIRST_GENERATED;
const MOST_GROWTH = 1.15;

/**
 * Pages, time and memory of whole builds, from the content to the compressed files, and of one after a single change.
 */
export async function measureBuild({ versions, quick }: Bench): Promise<Figure[]> {
  const [few, some, many] = quick ? [100, 200, 300] : [1000, 3000, 10_000];
  const demo = await versions.two();
  const small = await versions.built(few);
  const middle = await versions.built(some);
  const large = await versions.built(many);
  const builds = [
    ['demo, 2 languages', demo],
    ['demo, 4 languages', await versions.four()],
    [`${few} properties, 2 languages`, small],
    [`${some} properties, 2 languages`, middle],
    [`${many} properties, 2 languages`, large],
  ] as const;
  // What does not grow with the pages, such as the bundle, falls out of the difference.
  const further = (from: Built, to: Built) => ((to.cpuSeconds - from.cpuSeconds) * 1000) / (to.pages - from.pages);
  const [growthBelow, growthAbove] = [further(small, middle), further(middle, large)];
  change(join(large.contentDir, `properties/${CHANGED}.json`), (property) => ({
    ...property,
    Price: Number(property.Price) + 1000,
  }));
  const again = await buildMetered(large);
  return [
    ...builds.flatMap(([name, build]) => [
      {
        name: `build: ${name}`,
        value: `${build.pages} pages in ${rounded(build.seconds, 1)} s`,
        number: build.seconds,
        target: build === large ? '>= 400 pages/s (aim 600)' : undefined,
        reference: `${rounded(build.pages / build.seconds, 1)} pages/s, ${rounded(build.cpuSeconds, 1)} s processor`,
      },
      {
        name: `build peak memory: ${name}`,
        value: `${rounded(build.allMb)} MB`,
        number: build.allMb,
        target: '<= 1200 MB',
        reference: `all processes together; ${rounded(build.ownMb)} MB alone, ${rounded(build.astroMb)} MB bundling`,
      },
    ]),
    {
      name: `build processor time of a further page, up to ${many} properties`,
      value: `${rounded(growthAbove, 2)} ms`,
      number: growthAbove,
      target: `<= ${MOST_GROWTH} x that from ${few} to ${some}`,
      reference: `${rounded(growthBelow, 2)} ms from ${few} to ${some} (${rounded(growthAbove / growthBelow, 2)} x)`,
    },
    {
      name: `build after one changed property of ${many}`,
      value: `${rounded(again.seconds, 1)} s`,
      number: again.seconds,
      target: 'much less than the whole',
      reference: `${rounded(again.cpuSeconds, 1)} s processor; the whole ${rounded(large.seconds, 1)} s`,
    },
  ];
}
