import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/commands/commands.ts';
import { readCatalogue } from '../../src/content/site/catalogue.server.ts';
import { createSite } from '../../src/content/site/site.ts';
import { cardFacts } from '../../src/features/seo/card.server.ts';
import { labelsIn, loadLabels } from '../../src/i18n/labels.server.ts';
import { readLabels } from '../../src/i18n/resources.server.ts';
import { buildVersion } from '../../src/publish/build-version.ts';
import { openVersions } from '../../src/publish/versions.ts';
import { eventually } from '../support/eventually.ts';
import { type LiveSite, startLiveSite } from '../support/live-site.ts';
import { namesOfAgency, patternOf } from '../support/names-of-agency.ts';
import { writeNewAgency } from '../support/new-agency-site.ts';
import { json, right, sender } from '../support/post.ts';
import { buildTestSite, projectDir } from '../support/test-site.ts';
import { writtenOut } from '../support/written-out.ts';

/** Files of a version that are text. */
const TEXT = /\.(html|css|js|json|svg|txt|xml|webmanifest)$/;
/** A search by postcode, which each agency knows. */
const TOWNS = { towns: [], zips: '2800' };
const LIVE = ['/robots.txt', '/llms.txt', '/sitemap-index.xml', '/meta-listings-nl.csv', '/nl/nergens/'];

/** No name of the demo agency may be in a text; spaces that do not break and soft hyphens are read as people do. */
const names = patternOf(namesOfAgency({ isWhole: true }), 'giu');
const namesIn = (text: string): string[] =>
  (
    text
      .replace(/[\u00a0\u202f\u2009]|&nbsp;/g, ' ')
      .replace(/\u00ad/g, '')
      .match(names) ?? []
  ).slice(0, 3);

const root = mkdtempSync(join(tmpdir(), 'dorpel-second-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Writes a new agency and builds its site. */
async function newAgency() {
  const [contentDir, dataDir] = [join(root, 'content'), join(root, 'data')];
  await writeNewAgency(contentDir);
  const built = await buildVersion({ contentDir, dataDir, siteUrl: 'https://www.huisthuis.example', projectDir });
  if (!built.ok) throw new Error(built.output);
  return { contentDir, versionDir: openVersions(dataDir).folderOf(built.versionId) };
}

test('the names are those of the demo agency, and a sentence with one of them is found', () => {
  const { agency } = JSON.parse(readFileSync(join(projectDir, 'content/settings/site.json'), 'utf8'));
  for (const one of [agency.name, agency.phone, agency.name.split(' ').at(-1).toLowerCase()])
    expect(namesIn(`Welkom bij ${one}.`), one).not.toEqual([]);
});

describe.each([
  ['the agency of the tests', () => buildTestSite(process.env.DORPEL_TEST_ROOT ?? join(root, 'tests')), '35187'],
  ['a new agency', newAgency, '1001'],
])('the site of %s', (_who, build, property) => {
  let site: { contentDir: string; versionDir: string };
  let live: LiveSite;

  beforeAll(async () => {
    site = await build();
    live = await startLiveSite(site);
  }, 600_000);
  afterAll(() => live?.stop());

  test('names the demo agency in no page, style, script or search index', () => {
    const client = writtenOut(site.versionDir);
    const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((file) => TEXT.test(file));
    expect(files.filter((file) => file.endsWith('index.html')).length).toBeGreaterThan(40);
    const found = files.flatMap((file) =>
      namesIn(readFileSync(join(client, file), 'utf8')).map((name) => `${file}: ${name}`),
    );
    expect(found).toEqual([]);
  });

  test('names it in no feed, sitemap, list for language models, answer or document', async () => {
    const get = async (path: string) => (await fetch(`${live.url}${path}`)).text();
    const index = await get('/sitemap-index.xml');
    const maps = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
    expect(maps.length).toBeGreaterThan(1);
    const feeds = ['te-koop', 'te-huur'].flatMap((list) => [`/nl/${list}/feed.xml`, `/nl/${list}/feed.json`]);
    const asked = ['/nl/zoeken/?q=huis+met+tuin', '/nl/te-koop/?maxPrice=900000', '/nl/contact/', '/nl/login/'];
    for (const path of [...LIVE, ...maps, ...feeds, ...asked])
      expect([path, namesIn(await get(path))]).toEqual([path, []]);
  });

  test('names it in no linked data and no social card', async () => {
    const { catalogue } = await readCatalogue(site.versionDir);
    loadLabels(readLabels(site.contentDir, ['nl', 'fr']));
    const all = createSite(catalogue);
    expect(all.listings.length).toBeGreaterThan(3);
    for (const listing of all.listings)
      expect(namesIn(JSON.stringify(cardFacts(listing, all, 'nl', labelsIn('nl'))))).toEqual([]);
    const html = await (await fetch(`${live.url}/nl/`)).text();
    const [, linked = ''] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html) ?? [];
    expect(linked).toContain(all.settings.site.agency.name.replace('&', linked.includes('\\u0026') ? '\\u0026' : '&'));
    expect(namesIn(linked)).toEqual([]);
  });

  test('names it in no mail', async () => {
    const send = sender(live.url);
    for (const form of ['site-contact', 'contact-me', 'contact-demand', 'demand-register', 'sign-newsletter'])
      expect([form, (await send(json(form, { ...right(form), ...TOWNS, property }))).status]).toEqual([form, 200]);
    await eventually(() => expect(live.mailFiles().length).toBeGreaterThan(5));
    const mails = live.mailFiles().map(decoded);
    for (const mail of mails) expect(namesIn(mail)).toEqual([]);
    expect(mails.filter((mail) => mail.includes(nameIn(site.contentDir)))).toHaveLength(mails.length);
  });
});

/** The text of a mail file, with its encodings undone. */
const decoded = (mail: string): string =>
  mail
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'));
const nameIn = (contentDir: string): string =>
  JSON.parse(readFileSync(join(contentDir, 'settings/site.json'), 'utf8')).agency.name;

test('no help of the command line names it', async () => {
  const helpOf = (command: Command): string[] => [command.helpInformation(), ...command.commands.flatMap(helpOf)];
  const helps = (await Promise.all(Object.values(COMMANDS).map((command) => command()))).flatMap(helpOf);
  expect(helps.filter((help) => help.includes('new-agency')).length).toBeGreaterThan(0);
  expect(helps.length).toBeGreaterThan(60);
  expect(helps.flatMap(namesIn)).toEqual([]);
});

test('what a new agency takes over of the law is what the demo agency has', () => {
  const template = join(projectDir, 'src/commands/new-agency/template/settings');
  const read = (file: string) => {
    const { $schema: _, ...settings } = JSON.parse(readFileSync(file, 'utf8'));
    return settings;
  };
  // What the agency charges is no law: each agency says it itself.
  const own = { buyerNote: undefined };
  for (const name of ['adverts', 'costs', 'energy', 'wording'])
    expect(read(join(template, `${name}.json`)), name).toEqual({
      ...read(join(projectDir, `content/settings/${name}.json`)),
      ...own,
      // The demo shows the labels of the specification (decision 43).
      ...(name === 'energy' && { use: 'official' }),
    });
  const checklist = (file: string) => read(file).checklist;
  expect(checklist(join(template, 'portal.json'))).toEqual(checklist(join(projectDir, 'content/settings/portal.json')));
});
