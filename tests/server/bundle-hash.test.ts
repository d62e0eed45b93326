import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleHashOf } from '../../src/publish/bundle/make-bundle.ts';
import { testFolder } from '../support/folder.ts';
import { change, copySmallContent } from '../support/small-content.ts';
import { projectDir } from '../support/test-site.ts';

type Row = { name: string; form?: string; breadcrumb: object; paths: Record<string, string> };

/** The hash of the bundle after the rows of the route map, or of another file, were changed. */
function hashOf<T = Row[]>(
  how: (data: T) => unknown = (data) => data,
  { enabledLanguages = ['nl', 'fr'], file = 'routes.json' } = {},
): string {
  const contentDir = join(testFolder(), 'content');
  mkdirSync(contentDir);
  copySmallContent(contentDir, { enabledLanguages });
  change(join(contentDir, file), how);
  return bundleHashOf({ projectDir, contentDir });
}

const contactRow = (changes: (row: Row) => Partial<Row>) => (rows: Row[]) =>
  rows.map((row) => (row.name === 'contact' ? { ...row, ...changes(row) } : row));

test('what is read with each version needs no other bundle', () => {
  const usual = hashOf();
  expect(hashOf(contactRow(() => ({ breadcrumb: { name: { nl: 'Bel ons', fr: 'Appelez-nous' } } })))).toBe(usual);
  expect(hashOf(contactRow(({ paths }) => ({ paths: { ...paths, de: 'anders' } })))).toBe(usual);
  expect(hashOf(contactRow(() => ({ form: 'contact-me' })))).toBe(usual);
  const tagged = { tagManager: 'GTM-ABCDEF', pixel: '1234567890' };
  expect(hashOf((tags: object) => ({ ...tags, ...tagged }), { file: 'settings/tracking.json' })).toBe(usual);
});

test('another path, order, kind of page or language needs another bundle', () => {
  const hashes = [
    hashOf(),
    hashOf(contactRow(({ paths }) => ({ paths: { ...paths, nl: 'anders' } }))),
    hashOf((rows) => rows.toReversed()),
    hashOf(contactRow(() => ({ form: '' }))),
    hashOf((rows) => rows.slice(1)),
    hashOf((rows) => rows, { enabledLanguages: ['nl', 'de'] }),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
});
