import { type Memory, remembered } from '../../platform/files/remembered.ts';
import { recordOf } from '../../platform/values/values.ts';
import { type Content, fieldOf, thingsOf, walk } from '../content.ts';
import type { ContentProblem } from '../files/problems.ts';

/** Characters of one text; the longest page of a site is far below. */
const LONGEST_TEXT = 50_000;
const MARKUP = /<\/?(?:a|b|br|div|em|font|h[1-6]|i|iframe|img|li|ol|p|script|span|strong|style|table|ul)\b[^<>]*>/i;

/** Words of a summary in easy language: longer, it is no longer easy to read. */
const MOST_EASY_WORDS = 90;

/**
 * Reports texts that are too long for a page or for easy language, and markup that visitors would read as it is
 * written.
 */
export function checkTexts(content: Content): ContentProblem[] {
  return thingsOf(content).flatMap(([file, thing]) =>
    remembered(memory, recordOf(thing), [file], () => [...problemsIn(file, thing), ...longSummaries(file, thing)]),
  );
}

function longSummaries(file: string, thing: unknown): ContentProblem[] {
  const { EasySummary } = recordOf(thing);
  return Object.entries(recordOf(EasySummary)).flatMap(([language, text]): ContentProblem[] => {
    const words = String(text)
      .split(/\s+/)
      .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    if (words <= MOST_EASY_WORDS) return [];
    return [
      {
        ...{ severity: 'warning', kind: 'value', file, field: `EasySummary.${language}` },
        path: ['EasySummary', language],
        found: `a summary of ${words} words`,
        allowed: `easy language is short; write at most ${MOST_EASY_WORDS} words`,
        say: { label: 'FINDING_EASY_SUMMARY', values: { words, most: MOST_EASY_WORDS } },
      },
    ];
  });
}

const memory: Memory<ContentProblem[]> = new WeakMap();

/** What is wrong with the texts of a thing. */
export function problemsIn(file: string, thing: unknown): ContentProblem[] {
  const found: ContentProblem[] = [];
  walk(thing, (value, path) => {
    if (typeof value !== 'string') return undefined;
    const about = { file, field: fieldOf(path), path, kind: 'value' } as const;
    if (value.length > LONGEST_TEXT)
      found.push({
        ...about,
        severity: 'error',
        found: `a text of ${value.length} characters`,
        allowed: `expected at most ${LONGEST_TEXT}; is something pasted here that is no text?`,
      });
    const [tag] = MARKUP.exec(value) ?? [];
    // Rules of a page are CSS, and a condition is an expression.
    if (tag && path.at(-1) !== 'css')
      found.push({
        ...about,
        severity: 'warning',
        found: tag.slice(0, 40),
        allowed: 'HTML is shown as it is written; use Markdown, such as **bold** and [a link](https://…)',
      });
    return undefined;
  });
  return found;
}
