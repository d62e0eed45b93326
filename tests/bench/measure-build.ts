import type { Bench } from './bench.ts';
import type { Built } from './build-metered.ts';
import { type Figure, rounded } from './figure.ts';

/** Pages, time and memory of whole builds, from the content to the compressed files. */
export async function measureBuild({ versions, quick }: Bench): Promise<Figure[]> {
  const homes = quick ? 100 : 1000;
  const builds = [
    ['demo, 2 languages', await versions.two()],
    ['demo, 4 languages', await versions.four()],
    [`${homes} homes, 2 languages`, await versions.built(homes)],
  ] as const;
  const demo = builds[0][1];
  const cost = ({ cpuSeconds, pages }: Built) => (cpuSeconds * 1000) / pages;
  return builds.flatMap(([name, build]) => {
    // What does not grow with the pages, such as the bundling, falls out of the difference.
    const further = ((build.cpuSeconds - demo.cpuSeconds) * 1000) / (build.pages - demo.pages);
    return [
      {
        name: `build: ${name}`,
        value: `${build.pages} pages in ${rounded(build.seconds, 1)} s`,
        number: build.seconds,
        reference: `${rounded(build.pages / build.seconds, 1)} pages/s, ${rounded(build.cpuSeconds, 1)} s processor`,
      },
      {
        name: `build processor time: ${name}`,
        value: `${rounded(cost(build), 1)} ms a page`,
        number: cost(build),
        reference: build === demo ? undefined : `${rounded(further, 1)} ms for each page more than the demo`,
      },
      {
        name: `build peak memory: ${name}`,
        value: `${rounded(build.astroMb)} MB`,
        number: build.astroMb,
        target: '<= 2048 MB',
        reference: `${rounded(build.ownMb)} MB compressing`,
      },
    ];
  });
}
