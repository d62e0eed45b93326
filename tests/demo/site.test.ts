import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Property } from '../../src/domain/property/property.ts';
import { buildVersion } from '../../src/server/operations/versions/build-version.ts';
import { openVersions } from '../../src/server/operations/versions/versions.ts';
import { LANGUAGES } from '../support/odd-content.ts';
import { change } from '../support/small-content.ts';
import { projectDir } from '../support/test-site.ts';

/** One round trip on a new connection. */
const HTML_BYTES = 13_824;
const HREF = /<a\b[^>]*\shref="(\/[^"#?]*)/g;

const root = mkdtempSync(join(tmpdir(), 'dorpel-demo-'));
const [contentDir, dataDir] = [join(root, 'content'), join(root, 'data')];
let client = '';
let pages: { path: string; html: string }[] = [];

beforeAll(async () => {
  mkdirSync(contentDir);
  cpSync(join(projectDir, 'content'), contentDir, { recursive: true, preserveTimestamps: true });
  change(join(contentDir, 'settings/site.json'), (site) => ({ ...site, enabledLanguages: LANGUAGES }));
  const result = await buildVersion({ contentDir, dataDir, siteUrl: 'https://www.agency.example', projectDir });
  if (!result.ok) throw new Error(result.output);
  client = join(openVersions(dataDir).folderOf(result.versionId), 'client');
  pages = readdirSync(client, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[a-z]{2}\/.*index\.html$/.test(file))
    .map((file) => ({
      path: `/${file.replace(/index\.html$/, '')}`,
      html: readFileSync(join(client, file), 'utf8'),
    }));
}, 600_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('every property has its page in every language', () => {
  const ids = readdirSync(join(contentDir, 'properties')).map((file) => file.replace('.json', ''));
  for (const language of LANGUAGES)
    expect(
      ids.filter((id) => !pages.some(({ path }) => path.startsWith(`/${language}/`) && path.endsWith(`/${id}/`))),
    ).toEqual([]);
});

test('every page arrives in one round trip', () => {
  const heavy = pages
    .map(({ path }) => ({ path, bytes: statSync(join(client, path, 'index.html.br')).size }))
    .filter(({ bytes }) => bytes > HTML_BYTES);
  expect(heavy).toEqual([]);
});

test('links to properties and articles lead to pages that exist', () => {
  const known = new Set(pages.map(({ path }) => path));
  const numbered = pages.flatMap(({ path, html }) =>
    [...html.matchAll(HREF)].map(([, href = '']) => ({ path, href })).filter(({ href }) => /\/\d+\/$/.test(href)),
  );
  expect(numbered.length).toBeGreaterThan(pages.length);
  expect(numbered.filter(({ href }) => !known.has(decodeURI(href)) && !known.has(href))).toEqual([]);
});

test('no page shows a street or a price that the agency hides', () => {
  const all = readdirSync(join(contentDir, 'properties')).map(
    (file) => JSON.parse(readFileSync(join(contentDir, 'properties', file), 'utf8')) as Property,
  );
  const told = all.flatMap((property) => {
    const own = pages.filter(({ path }) => path.endsWith(`/${property.ID}/`));
    const hidden = [
      ...(property.PublishAddress ? [] : [`${property.Street} ${property.HouseNumber}`]),
      ...(property.PublishPrice ? [] : [property.Price.toLocaleString('nl-BE'), `"price":${property.Price}`]),
    ];
    return hidden
      .filter((text) => own.some(({ html }) => html.includes(text)))
      .map((text) => `${property.ID}: ${text}`);
  });
  expect(told).toEqual([]);
  expect(existsSync(client)).toBe(true);
});
