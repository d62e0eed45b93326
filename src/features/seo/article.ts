import type { Article, FAQPage } from 'schema-dts';

/** A text of the agency. */
export function articleOf(facts: {
  title: string;
  url: string;
  language: string;
  changed?: string | undefined;
  image?: string | undefined;
  agency: { name: string; url: string };
}): Article {
  const { title, url, language, changed, image, agency } = facts;
  const author = { '@type': 'RealEstateAgent' as const, ...agency };
  return {
    '@type': 'Article',
    headline: title,
    url,
    inLanguage: language,
    ...(changed && { dateModified: changed.slice(0, 10) }),
    ...(image && { image }),
    author,
    publisher: author,
  };
}

/**
 * The questions of a Markdown text: every heading that ends in a question mark, with the text below it. Null for fewer
 * than two.
 */
export function questionsOf(markdown: string): FAQPage | null {
  const found = markdown
    .split(/^## +/m)
    .slice(1)
    .flatMap((part) => {
      const [heading = '', ...lines] = part.split('\n');
      const text = plain(lines.join('\n'));
      return heading.trim().endsWith('?') && text ? [[heading.trim(), text] as const] : [];
    });
  if (found.length < 2) return null;
  return {
    '@type': 'FAQPage',
    mainEntity: found.map(([name, text]) => ({
      '@type': 'Question',
      name,
      acceptedAnswer: { '@type': 'Answer', text },
    })),
  };
}

/** Markdown without its markup. */
function plain(markdown: string): string {
  return markdown
    .replace(/\[([^[\]]*)\]\([^)[]*\)/g, '$1')
    .replace(/^[-*#>]+ +/gm, '')
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
