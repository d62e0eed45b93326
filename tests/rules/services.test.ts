import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SERVICES = ['src/app/services.ts', 'src/app/studio-services.ts'];
const all = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => join('src', file))
  .filter((file) => /\.(ts|tsx|astro)$/.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** The files whose functions pages and endpoints receive: `import * as name from` in the tables of services. */
const bound = SERVICES.flatMap((table) =>
  [...readFileSync(table, 'utf8').matchAll(/^import \* as \w+ from '(.+)';$/gm)].map(([, path = '']) =>
    join(table, '..', path),
  ),
);

const functionsOf = (text: string) =>
  [...text.matchAll(/^export (?:async )?function (\w+)\(\s*(?:ctx\b|\{[^}]*\}: (?:Pick<|[A-Z]\w*Ctx))/gm)].map(
    ([, name = '']) => name,
  );

test('the tables of services name the files of services', () => {
  expect(bound.length).toBeGreaterThan(25);
  expect(bound.filter((path) => !all.some(({ file }) => file === path))).toEqual([]);
});

test('every function of a service is called by a page, an action or another service', () => {
  const uncalled = bound.flatMap((path) => {
    const own = all.find(({ file }) => file === path)?.text ?? '';
    return functionsOf(own)
      .filter((name) => {
        const call = new RegExp(`\\b${name}\\(|\\b${name}\\b[^(]* \\} = |\\{[^}]*\\b${name}\\b[^}]*\\} from`);
        const others = all.some(({ file, text }) => file !== path && call.test(text));
        return !others && (own.match(new RegExp(`\\b${name}\\(`, 'g')) ?? []).length < 2;
      })
      .map((name) => `${path}: ${name}`);
  });
  expect(uncalled).toEqual([]);
});

/** Which files may read the URL and the body of a request besides the decision. */
const READERS: Readonly<Record<string, readonly string[]>> = {
  'new URL\\((?:\\w+\\.)*(?:requestPath|request\\.url)\\b': [
    'src/middleware.ts',
    // Counts what was searched, by the path that was requested.
    'src/features/statistics/searches.server.ts',
  ],
  '\\b(?:readBody|readLargeBody|readPlainForm|readBytes)\\(|\\brequest\\.(?:json|formData|text)\\(': [
    'src/platform/http/action.server.ts',
    'src/platform/http/body.server.ts',
  ],
  // Fields that no schema of an action can know: those of a form's definition, and what is given back as it was typed.
  '\\bbody\\.raw\\b|\\bbody: \\{ raw \\}|\\{ raw \\} = body': [
    'src/features/editing/studio/actions.server.ts',
    'src/features/lead/site/form-action.server.ts',
    'src/features/lead/studio/actions.server.ts',
    'src/features/staff/studio/studio-action.view.ts',
    'src/features/studio/actions.server.ts',
    'src/platform/http/action.server.ts',
  ],
};

test.each(Object.entries(READERS))('only these files read %s', (pattern, readers) => {
  const found = all.filter(({ text }) => new RegExp(pattern).test(text)).map(({ file }) => file);
  expect(found.sort()).toEqual([...readers].sort());
});
