import { join } from 'node:path';
import { FIRST_GENERATED } from '../support/generate-homes.ts';
import { change } from '../support/small-content.ts';
import type { Bench } from './bench.ts';
import { type Built, buildMetered } from './build-metered.ts';
import { type Figure, rounded } from './figure.ts';

const CHANGED = FIRST_GENERATED;
const MOST_GROWTH = 1.15;

/** Pages, time and memory of whole builds, from the content to the compressed files, and of one after a single change. */
export async function measureBuild({ versions, quick }: Bench): Promise<Figure[]> {
  const [few, many] = quick ? [100, 300] : [1000, 10_000];
  const demo = await versions.two();
  const small = await versions.built(few);
  const large = await versions.built(many);
  const builds = [
    ['demo, 2 languages', demo],
    ['demo, 4 languages', await versions.four()],
    [`${few} homes, 2 languages`, small],
    [`${many} homes, 2 languages`, large],
  ] as const;
  // What does not grow with the pages, such as the bundling, falls out of the difference.
  const further = ({ cpuSeconds, pages }: Built) => ((cpuSeconds - demo.cpuSeconds) * 1000) / (pages - demo.pages);
  change(join(large.contentDir, `properties/${CHANGED}.json`), (home) => ({ ...home, Price: Number(home.Price) + 1000 }));
  const again = await buildMetered(large);
  return [
    ...builds.flatMap(([name, build]) => [
      {
        name: `build: ${name}`,
        value: `${build.pages} pages in ${rounded(build.seconds, 1)} s`,
        number: build.seconds,
        target: build === large ? '>= 250 pages/s (aim 600)' : undefined,
        reference: `${rounded(build.pages / build.seconds, 1)} pages/s, ${rounded(build.cpuSeconds, 1)} s processor`,
      },
      {
        name: `build peak memory: ${name}`,
        value: `${rounded(build.astroMb)} MB`,
        number: build.astroMb,
        target: '<= 2048 MB',
        reference: `${rounded(build.ownMb)} MB compressing`,
      },
    ]),
    {
      name: `build processor time of a further page, ${many} homes`,
      value: `${rounded(further(large), 2)} ms`,
      number: further(large),
      target: `<= ${MOST_GROWTH} x that with ${few}`,
      reference: `${rounded(further(small), 2)} ms with ${few} homes (${rounded(further(large) / further(small), 2)} x)`,
    },
    {
      name: `build after one changed home of ${many}`,
      value: `${rounded(again.seconds, 1)} s`,
      number: again.seconds,
      target: 'much less than the whole',
      reference: `${rounded(again.cpuSeconds, 1)} s processor; the whole ${rounded(large.seconds, 1)} s`,
    },
  ];
}
