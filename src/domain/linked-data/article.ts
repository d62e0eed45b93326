import type { Article } from 'schema-dts';

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
