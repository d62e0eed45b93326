import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { importSettings } from '../../src/domain/settings/import-settings.ts';
import { omnicasa } from '../../src/importers/omnicasa.ts';
import { importProperties } from '../../src/server/operations/import/import-properties.ts';
import { testFolder } from './folder.ts';
import { change, copySmallContent } from './small-content.ts';
import { projectDir } from './test-site.ts';

/** Feeds as they come. */
export const FEEDS = join(projectDir, 'tests/support/feeds');
/** The folders of the test that runs. */
export let [contentDir, dataDir, feed] = ['', '', ''];

// biome-ignore lint/suspicious/noExplicitAny: the tests change what feeds hold
export type Row = any;
/** A home as it stands in its file. */
export const property = (id: number) => JSON.parse(readFileSync(join(contentDir, `properties/${id}.json`), 'utf8'));
/** Imports the feed; `--dry-run` only tells. */
export const run = async (...more: string[]) => {
  const files = readdirSync(feed)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ name, text: readFileSync(join(feed, name), 'utf8') }));
  const settings = importSettings.parse(JSON.parse(readFileSync(join(contentDir, 'settings/import.json'), 'utf8')));
  const reading = omnicasa.read(files, settings);
  const dryRun = more.includes('--dry-run');
  const result = await importProperties({
    settings: { contentDir, dataDir },
    source: 'omnicasa',
    reading,
    pictureDir: feed,
    dryRun,
  });
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into either outcome
  return { code: result.ok ? 0 : 1, ...(result as any) };
};
/** Changes the Dutch rows of the feed. */
export const dutch = (how: (rows: Row[]) => Row[]) =>
  change(join(feed, 'omnicasa.nl.json'), (data) => {
    const { Value } = data.GetPropertyListJsonResult;
    Value.Items = how(Value.Items);
    Value.RowsCount = Value.To = Value.Items.length;
    return data;
  });
/** Every file below the content folder with what is in it and when it was written. */
export const snapshot = () =>
  readdirSync(contentDir, { recursive: true, encoding: 'utf8' })
    .map((file) => ({ file, facts: statSync(join(contentDir, file)) }))
    .filter(({ facts }) => facts.isFile())
    .map(({ file, facts }) => `${file} ${facts.size} ${facts.mtimeMs}`);

/** A small agency, a feed of Omnicasa and two pictures in folders of their own. */
export async function layOutFeed(): Promise<void> {
  const root = testFolder();
  [contentDir, dataDir, feed] = [join(root, 'content'), join(root, 'data'), join(root, 'feed')];
  mkdirSync(contentDir);
  mkdirSync(feed);
  copySmallContent(contentDir, {});
  for (const file of ['omnicasa.nl.json', 'omnicasa.fr.json']) cpSync(join(FEEDS, file), join(feed, file));
  const picture = (colour: string) => sharp({ create: { width: 900, height: 600, channels: 3, background: colour } });
  writeFileSync(join(feed, 'front.jpg'), await picture('#a64').jpeg().toBuffer());
  writeFileSync(join(feed, 'garden.png'), await picture('#4a6').png().toBuffer());
}
