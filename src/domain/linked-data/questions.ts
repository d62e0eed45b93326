import type { FAQPage } from 'schema-dts';

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
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[-*#>]+ +/gm, '')
    .replace(/[*_`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
