import { type Memory, remembered } from '../../platform/files/remembered.ts';
import { recordOf } from '../../platform/values/values.ts';
import { type Content, fieldOf, thingsOf, walk } from '../content.ts';
import { type ContentProblem, foundWith } from '../files/problems.ts';

const CODE = /^([a-z]{2}|[A-Z]{2})$/;

/** Reports texts that exist in some language but not in every required one. */
export function checkLanguages(content: Content): ContentProblem[] {
  const { checks, site } = content.settings;
  if (checks.missingLanguages === 'off') return [];
  const required = checks.requiredLanguages ?? site.enabledLanguages;
  const report = foundWith(checks.missingLanguages, 'language');
  const problemsIn = (file: string, thing: unknown) => {
    const problems: ContentProblem[] = [];
    walk(thing, (value, path) => {
      const text = languagesIn(value);
      // Reading the content already checks the paths of routes.
      if (!text || path.at(-1) === 'paths') return undefined;
      const missing = required.filter((language) => !text.has(language));
      if (missing.length > 0)
        problems.push(
          ...report({
            file,
            field: fieldOf(path),
            path,
            found: [...text].join(', '),
            allowed: `there is no text in ${missing.join(', ')}`,
            say: { label: 'FINDING_LANGUAGES', values: { languages: missing.join(', ') } },
          }),
        );
      return 'no deeper';
    });
    return problems;
  };
  // The recipients of webhooks are checked more strictly (check-webhooks.ts).
  const things = thingsOf(content).filter(([file]) => file !== 'settings/webhooks.json');
  return things.flatMap(([file, thing]) =>
    remembered(memory, recordOf(thing), [file, checks, site], () => problemsIn(file, thing)),
  );
}

const memory: Memory<ContentProblem[]> = new WeakMap();

/** The languages in which a text is filled in; null for a value that is not a translated text, and for an empty one. */
function languagesIn(value: unknown): Set<string> | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  if (entries.length === 0 || !entries.every(([key, text]) => CODE.test(key) && typeof text === 'string')) return null;
  const filled = entries.filter(([, text]) => text !== '').map(([key]) => key.toLowerCase());
  return filled.length > 0 ? new Set(filled) : null;
}
