import { CONTENT_KIND_NAMES, type ContentKindName } from '../../../content/fields/content-kind.ts';
import type { Replacement } from '../replace-words.server.ts';
import type { Direction } from '../right-translations.server.ts';

interface Languages {
  languages: readonly string[];
  defaultLanguage: string;
}

/**
 * The languages that an address names: from the default one, into the first other one. The language into which is
 * written is never changed: where both are the same, the texts are shown from another one.
 */
export function directionOf(query: URLSearchParams, { languages, defaultLanguage }: Languages): Direction {
  const named = (name: string) => languages.find((one) => one === query.get(name));
  const other = (than: string) => languages.find((one) => one !== than) ?? than;
  const source = named('source') ?? defaultLanguage;
  const target = named('language') ?? other(source);
  return { source: source === target ? other(target) : source, target };
}

/** The kind of content that an address names. */
export const kindOf = (query: URLSearchParams): ContentKindName | undefined =>
  CONTENT_KIND_NAMES.find((one) => one === query.get('kind'));

/** What an address searches and replaces. */
export function replacementOf(query: URLSearchParams, { languages }: Languages): Replacement {
  return {
    find: (query.get('find') ?? '').slice(0, 200),
    replacement: (query.get('with') ?? '').slice(0, 500),
    withCase: query.get('case') !== null,
    wholeWords: query.get('words') !== null || query.get('find') === null,
    language: languages.find((one) => one === query.get('language')),
    kind: kindOf(query),
  };
}
