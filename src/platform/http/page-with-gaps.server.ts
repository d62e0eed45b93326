import { randomBytes } from 'node:crypto';
import { escapedHtml, jsonInHtml } from '../text/html.ts';

/** The place of a value that differs per request: the end of a quoted attribute, or of a text in JSON. */
interface Gap {
  name: string;
  isJson: boolean;
}

/** A page whose values that differ per request are left out: texts, and a gap between each two of them. */
export interface PageWithGaps {
  texts: Buffer[];
  gaps: Gap[];
}

/**
 * Splits a page at placeholders, each of which must end a quoted attribute or a text in JSON; null when one is
 * elsewhere. A placeholder consists of characters that are the same in HTML and JSON.
 */
export function splitPage(html: string, placeholders: Readonly<Record<string, string>>): PageWithGaps | null {
  const page: PageWithGaps = { texts: [], gaps: [] };
  const names = new Map(Object.entries(placeholders).map(([name, placeholder]) => [placeholder, name]));
  if (names.size === 0) return { texts: [Buffer.from(html)], gaps: [] };
  let done = 0;
  for (const found of html.matchAll(new RegExp([...names.keys()].join('|'), 'g'))) {
    const end = found.index + found[0].length;
    if (html.charAt(end) !== '"') return null;
    page.texts.push(Buffer.from(html.slice(done, found.index)));
    const isJson = html.lastIndexOf('<script', end) > html.lastIndexOf('</script', end);
    page.gaps.push({ name: names.get(found[0]) ?? '', isJson });
    done = end + 1;
  }
  page.texts.push(Buffer.from(html.slice(done)));
  return page;
}

/** A random placeholder, which no page contains by chance. */
export const newPlaceholder = (): string => `gap${randomBytes(12).toString('hex')}`;

/** What fills each gap of a page: the value escaped, with the quotation mark that ends it. */
export function fillingsOf({ gaps }: PageWithGaps, values: Readonly<Record<string, string>>): Buffer[] {
  return gaps.map(({ name, isJson }) => {
    const value = values[name] ?? '';
    return Buffer.from(isJson ? jsonInHtml(value).slice(1) : `${escapedHtml(value)}"`);
  });
}

/** The whole page as text. */
export function filledPage({ texts }: PageWithGaps, fillings: readonly Buffer[]): Buffer {
  return Buffer.concat(texts.flatMap((text, at) => [text, fillings[at] ?? Buffer.alloc(0)]));
}
