import { plainOfHtml } from '../../platform/text/html.ts';
import { textWidth } from '../../platform/text/text-width.ts';
import { RESULT_DESCRIPTION, RESULT_TITLE } from './search-result.view.ts';

/** What a search engine may not show as it was meant. */
export type ResultFault =
  | 'title-long'
  | 'title-twice'
  | 'description-long'
  | 'description-short'
  | 'description-missing'
  | 'orphan';

/** A page as a search engine shows it. */
export interface FoundPage {
  title: string;
  description: string;
  faults: ResultFault[];
}

/** Part of the width of a description below which much of it stays empty. */
const SHORT = 0.4;

/** The result of a page by its HTML. */
export function foundPage(html: string): FoundPage {
  const title = plainOfHtml(between(html, '<title>', '</title>'));
  const description = plainOfHtml(between(html, '<meta name="description" content="', '"'));
  const width = textWidth(description, RESULT_DESCRIPTION.size);
  const { most } = RESULT_DESCRIPTION;
  const faults: [ResultFault, boolean][] = [
    ['title-long', textWidth(title, RESULT_TITLE.size) > RESULT_TITLE.most],
    ['description-missing', description === ''],
    ['description-long', width > most],
    ['description-short', description !== '' && width < most * SHORT],
  ];
  return { title, description, faults: faults.flatMap(([fault, isSo]) => (isSo ? [fault] : [])) };
}

/** The paths of this site that a page links to. */
export const linksIn = (html: string): string[] =>
  [...html.matchAll(/ href="(\/[^"#?]*)/g)].map(([, path = '']) => path);

/** The text between two marks; empty without them. */
function between(text: string, first: string, last: string): string {
  const start = text.indexOf(first);
  const end = start < 0 ? -1 : text.indexOf(last, start + first.length);
  return end < 0 ? '' : text.slice(start + first.length, end);
}
