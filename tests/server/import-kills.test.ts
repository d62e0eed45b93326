import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { isUnfinished } from '../../src/platform/files/write.server.ts';
import { contentDir, dataDir, EXPORTS, layOutExport } from '../support/import-export.ts';
import { runCommand } from '../support/run-command.ts';
import { change } from '../support/small-content.ts';
import { startWhise } from '../support/whise-server.ts';

const ESTATES = 12;
const [recorded] = JSON.parse(readFileSync(join(EXPORTS, 'whise.json'), 'utf8')).estates;

/** A server with a photograph for each path, which takes its time. */
async function servePictures() {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    asked.push(request.url!);
    const red = Number(/\d+/.exec(request.url!)?.[0]);
    const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: { r: red, g: 90, b: 60 } } });
    await sleep(25);
    response.end(await picture.jpeg().toBuffer());
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, asked };
}

/** What an import has written. */
const written = () =>
  new Map(
    ['properties', 'media/imported'].flatMap((folder) =>
      readdirSync(join(contentDir, folder), { recursive: true, withFileTypes: true })
        // What was being written when it was killed is removed by an import that comes later.
        .filter((entry) => entry.isFile() && !isUnfinished(entry.name))
        .map((entry) => {
          const file = join(entry.parentPath, entry.name);
          return [file.slice(contentDir.length), readFileSync(file, 'latin1')] as const;
        })
        .sort(([a], [b]) => a.localeCompare(b)),
    ),
  );

/** What a killed process was writing. */
const unfinished = () =>
  ['properties', 'media/imported'].flatMap((folder) =>
    readdirSync(join(contentDir, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => isUnfinished(basename(name)))
      .map((name) => join(contentDir, folder, name)),
  );

async function siteOf(whiseUrl: string) {
  await layOutExport();
  change(join(contentDir, 'settings/import.json'), (data) => ({
    ...data,
    connections: { whise: { url: whiseUrl, clientId: 12 } },
  }));
  const variables = {
    ...{ CONTENT_DIR: contentDir, DATA_DIR: dataDir, OUTGOING_REQUESTS: 'any' },
    ...{ WHISE_USERNAME: 'agency', WHISE_PASSWORD: 'right' },
  };
  return (signal?: AbortSignal) => runCommand(['import', '--from', 'whise'], variables, signal);
}

test('an import that is killed again and again ends as one that was not, and fetches pictures once', async () => {
  const pictures = await servePictures();
  const whise = await startWhise(
    Array.from({ length: ESTATES }, (_, at) => ({
      ...{ ...recorded, id: 700_001 + at, referenceNumber: `W-${at}` },
      pictures: [1, 2, 3].map((order) => ({
        ...{ id: at * 3 + order, order, urlXXL: `${pictures.url}/${at * 3 + order}.jpg` },
      })),
    })),
  );
  const whole = await siteOf(whise.url);
  expect(await whole()).toMatchObject({ code: 0 });
  const expected = written();
  expect(pictures.asked).toHaveLength(ESTATES * 3);

  pictures.asked.length = 0;
  const run = await siteOf(whise.url);
  let killed = 0;
  for (const pictureCount of [10, 24, ESTATES * 3]) {
    const kill = new AbortController();
    const done = run(kill.signal);
    // In the middle of the pictures; the last time while properties are written.
    while (pictures.asked.length < pictureCount) {
      const ended = await Promise.race([done, sleep(5)]);
      if (ended) break;
    }
    kill.abort();
    if ((await done).code === null) killed += 1;
  }
  expect(killed).toBeGreaterThanOrEqual(2);
  expect(await run()).toMatchObject({ code: 0 });
  expect(written()).toEqual(expected);
  // At most what was fetched after the last time that the memory was saved.
  expect(pictures.asked.length).toBeLessThanOrEqual(ESTATES * 3 + 3 * 14);
  for (const name of unfinished()) utimesSync(name, new Date('2026-01-01'), new Date('2026-01-01'));
  expect(await run()).toMatchObject({
    code: 0,
    out: expect.stringContaining(`0 changed, 0 gone, ${ESTATES} the same`),
  });
  expect(unfinished()).toEqual([]);
});
