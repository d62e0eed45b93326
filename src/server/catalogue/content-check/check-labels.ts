import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../../i18n/languages.ts';
import { type ContentProblem, foundWith, shown } from '../content/content-problem.ts';
import { nearest } from '../content/nearest.ts';
import { jsonProblem } from '../content/schema-problems.ts';

const places = (text: string) => [...text.matchAll(/\{\s*(\w+)\s*\}/g)].map(([, name]) => name);
const report = foundWith('error', 'label');
const odd = foundWith('warn', 'label');

/**
 * Reports labels that are missing in one of the languages, are empty, or have a placeholder that the other languages do
 * not have.
 */
export function checkLabels(contentDir: string, languages: readonly Language[]): ContentProblem[] {
  const files = new Map<Language, Record<string, unknown>>();
  const problems: ContentProblem[] = [];
  for (const language of languages) {
    const file = `labels/${language}.json`;
    const read = readLabelFile(join(contentDir, file), file);
    if (read.labels) files.set(language, read.labels);
    problems.push(...read.problems);
  }
  const keys = new Set([...files.values()].flatMap((labels) => Object.keys(labels)));
  for (const [language, labels] of files) {
    const file = `labels/${language}.json`;
    for (const key of keys) {
      const text = labels[key];
      const others = [...files].filter(
        ([other, { [key]: theirs }]) => other !== language && typeof theirs === 'string',
      );
      if (text === undefined) {
        const own = Object.keys(labels).filter((one) => others.every(([, { [one]: theirs }]) => theirs === undefined));
        problems.push(
          ...report({
            file,
            field: key,
            path: [key],
            found: 'nothing',
            allowed: `this label exists in ${others.map(([other]) => other).join(', ')}; write it here too`,
            meant: nearest(key, own),
          }),
        );
      } else if (typeof text !== 'string' || text.trim() === '') {
        problems.push(
          ...report({ file, field: key, path: [key], found: shown(text), allowed: 'expected some text in quotes' }),
        );
      } else {
        // A placeholder that no other language has may never be filled in; only Dutch has the number of properties
        // beside the page.
        const known = others.flatMap(([, { [key]: theirs }]) => places(String(theirs)));
        const strange =
          others.length > 0 && key !== 'PAGING_TITLE' ? places(text).filter((name) => !known.includes(name)) : [];
        if (strange.length > 0)
          problems.push(
            ...odd({
              file,
              field: key,
              path: [key],
              found: `{${strange.join('}, {')}}`,
              allowed:
                `the other languages know ` +
                `${known.length > 0 ? `{${[...new Set(known)].join('}, {')}}` : 'no such place'}`,
            }),
          );
      }
    }
  }
  return problems;
}

function readLabelFile(
  path: string,
  file: string,
): { labels: Record<string, unknown> | null; problems: ContentProblem[] } {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    // Reading the content already reports a missing file.
    return { labels: null, problems: [] };
  }
  try {
    const labels: unknown = JSON.parse(text);
    if (labels !== null && typeof labels === 'object' && !Array.isArray(labels))
      return { labels: labels as Record<string, unknown>, problems: [] };
    return {
      labels: null,
      problems: report({ file, field: '', found: shown(labels), allowed: 'expected a group { … }' }),
    };
  } catch (error) {
    return { labels: null, problems: [jsonProblem(file, text, error)] };
  }
}
