import { beforeEach, expect, test, vi } from 'vitest';
import type { Content } from '../../src/content/content.ts';
import { readContent } from '../../src/content/files/read-content.server.ts';
import { siteOfContent } from '../../src/content/site/catalogue.server.ts';
import { trackedSite } from '../../src/content/site/tracked-site.server.ts';
import { recordUses, use } from '../../src/platform/values/uses.server.ts';
import { agencyDir } from '../support/test-site.ts';

const read = (): Content => {
  const { content } = readContent(agencyDir);
  if (!content) throw new Error('the content of the agency cannot be used');
  return content;
};
let live: typeof import('../../src/content/site/live-content.server.ts');
beforeEach(async () => {
  vi.resetModules();
  live = await import('../../src/content/site/live-content.server.ts');
});
const at = (id: string) => ({ filter: { id }, collection: 'a collection' });

test('every property of the content that is shown is an entry, and a page that reads one depends on it', async () => {
  const content = read();
  live.showContent(content);
  for (const property of content.properties) {
    const { result, uses } = await recordUses(async () => live.properties.loadEntry(at(String(property.ID))));
    expect(result).toEqual({ id: String(property.ID), data: property });
    expect([...uses]).toEqual([`property:${property.ID}`]);
  }
  expect(await live.properties.loadEntry(at('1'))).toBeUndefined();
  const all = await live.properties.loadCollection({ filter: undefined as never, collection: 'properties' });
  expect('entries' in all && all.entries.map(({ id }) => id)).toEqual(content.properties.map(({ ID }) => String(ID)));
});

test('a response reads the entries of its own site, and records what it reads', async () => {
  const [first, second] = [read(), read()];
  second.projects = [];
  const pages = live.ofSite('projects', 'ID');
  const [project] = first.projects;
  const id = String(project?.ID);
  live.showContent(second);
  expect(await pages.loadEntry(at(id))).toBeUndefined();
  const served = trackedSite(siteOfContent(first), use);
  const { result, uses } = await recordUses(async () => live.withSite({ site: served }, () => pages.loadEntry(at(id))));
  expect(result).toEqual({ id, data: project });
  expect([...uses]).toEqual(['projects']);
  // A preview puts the site of the content folder into its response.
  const locals = { site: siteOfContent(second) };
  await live.withSite(locals, async () => {
    expect(await pages.loadEntry(at(id))).toBeUndefined();
    locals.site = served;
    expect(await pages.loadEntry(at(id))).toEqual({ id, data: project });
  });
});
