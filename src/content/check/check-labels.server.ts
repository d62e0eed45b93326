import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentLabelKey, defaultLabels, type LabelFile } from '../../i18n/current-labels.ts';
import type { Language } from '../../i18n/languages.ts';
import { nearest } from '../../platform/text/nearest.ts';
import { recordOf } from '../../platform/values/values.ts';
import { type ContentProblem, foundWith, shown } from '../files/problems.ts';
import { readJson } from '../files/read-json.server.ts';

const places = (text: string) => [...text.matchAll(/\{\s*(\w+)\s*\}/g)].map(([, name = '']) => name);
const report = foundWith('error', 'label');
const odd = foundWith('warn', 'label');

/**
 * Reports labels in the content that the site does not use, are empty, or have a placeholder that is never filled in,
 * and labels that a language lacks which the product itself does not speak.
 */
export function checkLabels(contentDir: string, languages: readonly Language[]): ContentProblem[] {
  return languages.flatMap((language) => {
    const file = `labels/${language}.json`;
    const { labels, problems } = readLabelFile(join(contentDir, file), file);
    return [...problems, ...(labels ? problemsOf(labels, file, language) : [])];
  });
}

/** All labels of the product, as Dutch has them. */
const PRODUCT: LabelFile = defaultLabels('nl') ?? {};

function problemsOf(labels: Record<string, unknown>, file: string, language: Language): ContentProblem[] {
  const { $schema: _schema, ...own } = labels;
  const keys = new Set(Object.keys(own).map(currentLabelKey));
  const missing = defaultLabels(language) ? [] : Object.keys(PRODUCT).filter((key) => !keys.has(key));
  return [
    ...Object.entries(own).flatMap(([key, text]) => textProblems(file, key, text, language)),
    ...missing.flatMap((key) =>
      report({
        file,
        field: key,
        path: [key],
        found: 'nothing',
        allowed: `write this label; in Dutch it is ${shown(PRODUCT[key])}`,
        meant: nearest(
          key,
          Object.keys(own).filter((one) => !Object.hasOwn(PRODUCT, one)),
        ),
      }),
    ),
  ];
}

function textProblems(file: string, key: string, text: unknown, language: Language): ContentProblem[] {
  const at = { file, field: key, path: [key] };
  const current = Object.hasOwn(PRODUCT, key) ? key : currentLabelKey(key);
  if (!Object.hasOwn(PRODUCT, current))
    return odd({
      ...at,
      found: shown(text),
      allowed: 'the site does not use this label; remove it',
      meant: nearest(key, Object.keys(PRODUCT)),
    });
  if (typeof text !== 'string' || text.trim() === '')
    return report({ ...at, found: shown(text), allowed: 'expected some text in quotes' });
  // Only Dutch has the number of properties beside the page, so the places of both languages are known.
  const known = [...new Set([PRODUCT[current], defaultLabels(language)?.[current]].flatMap((one = '') => places(one)))];
  const used = places(text);
  const strange = used.filter((name) => !known.includes(name));
  const lost = places((defaultLabels(language) ?? PRODUCT)[current] ?? '').filter((name) => !used.includes(name));
  const listed = (names: readonly string[]) => `{${names.join('}, {')}}`;
  return [
    ...(strange.length > 0
      ? odd({
          ...at,
          found: listed(strange),
          allowed: `this label knows ${known.length > 0 ? listed(known) : 'no placeholder'}`,
        })
      : []),
    ...(lost.length > 0
      ? odd({
          ...at,
          found: shown(text),
          allowed: `the text does not say ${listed(lost)}; the product's own text does`,
        })
      : []),
  ];
}

function readLabelFile(
  path: string,
  file: string,
): { labels: Record<string, unknown> | null; problems: ContentProblem[] } {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    // The product has these labels, or the check of references reports that the file is missing.
    return { labels: null, problems: [] };
  }
  const { data, problem } = readJson(file, bytes);
  if (problem) return { labels: null, problems: [problem] };
  if (data !== null && typeof data === 'object' && !Array.isArray(data))
    return { labels: recordOf(data), problems: [] };
  return { labels: null, problems: report({ file, field: '', found: shown(data), allowed: 'expected a group { … }' }) };
}
