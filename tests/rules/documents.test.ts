import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDERS = ['.', '.github', 'docs', 'content', 'src', 'tests'];
const documents = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !/^fixtures\/|node_modules/.test(file))
    .map((file) => join(folder, file)),
);
/** The text of a document without its blocks of code. */
const proseOf = (file: string) => readFileSync(file, 'utf8').replace(/^ *```[\s\S]*?^ *```/gm, '');

/** The links of a document to files of this repository and to headings. */
const linksOf = (file: string) =>
  [...proseOf(file).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, target = '']) => target);

const anchorsOf = (file: string) =>
  [...proseOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('every link of a document leads to a file and to a heading', () => {
  expect(documents.length).toBeGreaterThan(60);
  const wrong = documents.flatMap((file) =>
    linksOf(file)
      .filter((link) => {
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? file : join(dirname(file), path);
        if (!existsSync(target)) return true;
        return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).includes(anchor);
      })
      .map((link) => `${file}: ${link}`),
  );
  expect(wrong).toEqual([]);
});

/** The start of a path of this repository, below `src/` or from the root; `content/` alone is an agency's folder. */
const PLACE = new RegExp(
  `^(?:src/)?(?:${[
    ...['app', 'features', 'publish', 'platform', 'ui', 'layout', 'importers'],
    'content/(?:check|files|site|fields|changes|history)',
  ].join('|')})/`,
);

test('every path below src/ that a document names exists', () => {
  // Decisions and the changelog say what was so on their day.
  const present = documents.filter((file) => !/^docs\/decisions\/|^CHANGELOG\.md$/.test(file));
  const wrong = present.flatMap((file) =>
    [...proseOf(file).matchAll(/`([\w./[\]-]+)(?:: [^`]+)?`/g)]
      .map(([, path = '']) => path)
      .filter((path) => PLACE.test(path) && !existsSync(path) && !existsSync(join('src', path)))
      .map((path) => `${file}: ${path}`),
  );
  expect(wrong).toEqual([]);
});

test('every function that a document names behind a path occurs in that file', () => {
  const named = documents
    .filter((file) => !/^docs\/decisions\/|^CHANGELOG\.md$/.test(file))
    .flatMap((file) =>
      [...proseOf(file).matchAll(/`([\w./[\]-]+\.(?:ts|tsx|astro)): ([^`]+)`/g)].flatMap(([, path = '', names = '']) =>
        names.split(', ').map((name) => ({ file, path, name })),
      ),
    );
  expect(named.length).toBeGreaterThan(200);
  const wrong = named.filter(({ path, name }) => {
    const text = readFileSync(existsSync(path) ? path : join('src', path), 'utf8');
    return !name.split('.').every((part) => new RegExp(`(?<![\\w#])${part}(?!\\w)`).test(text));
  });
  expect(wrong.map(({ file, path, name }) => `${file}: ${path}: ${name}`)).toEqual([]);
});

test('no text for people names a folder of documents that moved', () => {
  const texts = [...documents, '.env.example'].filter((file) => !file.startsWith('docs/decisions/'));
  const wrong = texts.filter((file) =>
    /\.github\/(?:importers|decisions|deploy|webhooks)/.test(readFileSync(file, 'utf8')),
  );
  expect(wrong).toEqual([]);
});
