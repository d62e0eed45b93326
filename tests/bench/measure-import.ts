import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { copyContent, projectDir, SITE_URL } from '../support/test-site.ts';
import type { Bench } from './bench.ts';
import { buildMetered } from './build-metered.ts';
import { type Figure, rounded } from './figure.ts';
import { peakMb } from './memory.ts';

const LOOK_MS = 250;
const PICTURES_EACH = 2;
const MOST_MB = 400;
/** Photographs of a CRM are about this large. */
const [WIDTH, HEIGHT] = [1600, 1067];

/** What a command took. */
interface Took {
  seconds: number;
  mb: number;
}

/** A first import of many properties with two photographs each, the same one again, and the first publish. */
export async function measureImport({ root, quick }: Bench): Promise<Figure[]> {
  const count = quick ? 100 : 3000;
  const folder = mkdtempSync(join(root, 'import-'));
  const [contentDir, dataDir] = [join(folder, 'content'), join(folder, 'data')];
  for (const made of [contentDir, dataDir]) mkdirSync(made);
  copyContent(contentDir);
  const pictures = await servePictures();
  const file = join(folder, 'whise.json');
  writeFileSync(file, JSON.stringify(exportOf(count, pictures.url)));
  try {
    const first = await importMetered(file, contentDir, dataDir);
    const again = await importMetered(file, contentDir, dataDir);
    const built = await buildMetered({ contentDir, dataDir });
    const name = `${count} properties with ${count * PICTURES_EACH} photographs`;
    return [
      ...figuresOf(`first import of ${name}`, first, 30),
      ...figuresOf(`the same import again, ${name}`, again, 12),
      ...figuresOf(`first build after it, ${built.pages} pages`, { seconds: built.seconds, mb: built.allMb }, 45),
    ];
  } finally {
    pictures.stop();
  }
}

const figuresOf = (name: string, { seconds, mb }: Took, most: number): Figure[] => [
  { name, value: `${rounded(seconds, 1)} s`, number: seconds, target: `<= ${most} s` },
  { name: `memory of the ${name}`, value: `${rounded(mb)} MB`, number: mb, target: `<= ${MOST_MB} MB` },
];

/** Photographs, each a little different, from a server of this machine. */
async function servePictures(): Promise<{ url: string; stop(): void }> {
  const photo = join(projectDir, 'tests/fixtures/agency/media/photos/banner.jpg');
  const jpeg = await sharp(photo).resize(WIDTH, HEIGHT, { fit: 'cover' }).jpeg().toBuffer();
  const server = createServer((request, response) => {
    // Bytes behind the end of a JPEG tell the photographs apart.
    const body = Buffer.concat([jpeg, Buffer.from(String(request.url))]);
    response.writeHead(200, { 'Content-Type': 'image/jpeg', 'Content-Length': body.length, ETag: `"${request.url}"` });
    response.end(request.method === 'HEAD' ? undefined : body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}/`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The recorded response of Whise with many estates instead of its own. */
function exportOf(count: number, url: string): object {
  const recorded = JSON.parse(readFileSync(join(projectDir, 'tests/support/exports/whise.json'), 'utf8'));
  const [pattern] = recorded.estates;
  const estates = Array.from({ length: count }, (_, at) => ({
    ...pattern,
    ...{ id: 800_001 + at, referenceNumber: `B-${at}`, number: String(at + 1), price: 200_000 + at, parentId: 0 },
    pictures: Array.from({ length: PICTURES_EACH }, (_picture, order) => ({
      ...{ id: at * PICTURES_EACH + order + 1, order, orientation: 'Landscape' },
      ...{ updateDateTime: '2026-09-02T07:00:00', urlXXL: `${url}${at}-${order}.jpg` },
    })),
  }));
  return { ...recorded, totalCount: count, estates };
}

/** How `npm run site` starts Node. */
function siteFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as {
    scripts: { site: string };
  };
  return scripts.site.split(' ').filter((part) => part.startsWith('--'));
}

/** Imports by the command line, as an operator does; the memory is the most that its processes had at one moment. */
async function importMetered(file: string, contentDir: string, dataDir: string): Promise<Took> {
  const started = Date.now();
  const child = spawn(
    process.execPath,
    [
      ...siteFlags(),
      ...[join(projectDir, 'src/commands/site.ts'), 'import', file, '--from', 'whise', '--force', '--json'],
    ],
    {
      cwd: projectDir,
      env: {
        ...process.env,
        ...{ CONTENT_DIR: contentDir, DATA_DIR: dataDir, SITE_URL, OUTGOING_REQUESTS: 'any', NODE_ENV: 'production' },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  let mb = 0;
  const looking = setInterval(() => {
    mb = Math.max(mb, peakMb(child.pid!));
  }, LOOK_MS);
  const code = await new Promise((resolve) => child.on('close', resolve));
  clearInterval(looking);
  if (code !== 0) throw new Error(`The import ended with ${code}: ${printed.slice(0, 400)}`);
  return { seconds: (Date.now() - started) / 1000, mb };
}
