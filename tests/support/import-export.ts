import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { importProperties } from '../../src/features/import/import-properties.server.ts';
import { importSettings } from '../../src/features/import/settings.ts';
import { omnicasa } from '../../src/importers/omnicasa.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { openGuardedFetch } from '../../src/platform/http/guarded-fetch.server.ts';
import { english } from './english.ts';
import { testFolder } from './folder.ts';
import { change, copySmallContent } from './small-content.ts';
import { projectDir } from './test-site.ts';

/** Exports of CRM systems as they come. */
export const EXPORTS = join(projectDir, 'tests/support/exports');
/** The folders of the test that runs. */
export let [contentDir, dataDir, exportDir] = ['', '', ''];

// biome-ignore lint/suspicious/noExplicitAny: the tests change what exports hold
export type Row = any;
/** A property as it is in its file. */
export const property = (id: number) => JSON.parse(readFileSync(join(contentDir, `properties/${id}.json`), 'utf8'));
/** Imports the export; `--dry-run` only reports. */
export const run = (...more: string[]) => importNow({ dryRun: more.includes('--dry-run') });
/** Imports it while something else happens: `during` is called with each picture that was fetched. */
export const runWhile = (during: () => void) => importNow({ onPicture: during });

async function importNow(options: { dryRun?: boolean; onPicture?: () => void }) {
  const files = readdirSync(exportDir)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ name, text: readFileSync(join(exportDir, name), 'utf8') }));
  const settings = importSettings.parse(JSON.parse(readFileSync(join(contentDir, 'settings/import.json'), 'utf8')));
  const reading = omnicasa.read(files, settings);
  const database = await openDatabase({ dataDir });
  const result = await importProperties({
    database,
    request: openGuardedFetch('any'),
    writer: { contentDir, locked: (_file, work) => work(), record: async () => {} },
    dataDir,
    source: 'omnicasa',
    reading,
    pictureDir: exportDir,
    ...options,
  }).finally(() => database.close());
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into either outcome
  return { code: result.ok ? 0 : 1, ...(english(result) as any) };
}
/** Changes the Dutch rows of the export. */
export const dutch = (how: (rows: Row[]) => Row[]) =>
  change(join(exportDir, 'omnicasa.nl.json'), (data) => {
    const { Value } = data.GetPropertyListJsonResult;
    Value.Items = how(Value.Items);
    // The last page of a list: `To` is what was asked for.
    Value.RowsCount = Value.Items.length;
    return data;
  });
/** Every file below the content folder with what is in it and when it was written. */
export const snapshot = () =>
  readdirSync(contentDir, { recursive: true, encoding: 'utf8' })
    .map((file) => ({ file, facts: statSync(join(contentDir, file)) }))
    .filter(({ facts }) => facts.isFile())
    .map(({ file, facts }) => `${file} ${facts.size} ${facts.mtimeMs}`);

/** A small agency, an export of Omnicasa and two pictures in folders of their own. */
export async function layOutExport(): Promise<void> {
  const root = testFolder();
  [contentDir, dataDir, exportDir] = [join(root, 'content'), join(root, 'data'), join(root, 'export')];
  mkdirSync(contentDir);
  mkdirSync(exportDir);
  copySmallContent(contentDir, {});
  for (const file of ['omnicasa.nl.json', 'omnicasa.fr.json']) cpSync(join(EXPORTS, file), join(exportDir, file));
  const picture = (colour: string) => sharp({ create: { width: 900, height: 600, channels: 3, background: colour } });
  writeFileSync(join(exportDir, 'front.jpg'), await picture('#a64').jpeg().toBuffer());
  writeFileSync(join(exportDir, 'garden.png'), await picture('#4a6').png().toBuffer());
}
