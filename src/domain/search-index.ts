import MiniSearch from 'minisearch';

/** What the search box needs of the site in one language, as short rows; made at build, loaded when the box is touched. */
export interface SearchIndex {
  /** Name, address and number of its sale list, address and number of its rent list. */
  types: SearchPlace[];
  /** The same for towns, with postcodes and names in other languages to find them by. */
  towns: (SearchPlace & { zip: string; also: string })[];
  homes: SearchHome[];
}

/** A type or town with its two lists; a list without homes has no address. */
export interface SearchPlace {
  name: string;
  sale: [href: string, count: number];
  rent: [href: string, count: number];
}

export interface SearchHome {
  id: number;
  reference: string;
  text: string;
  href: string;
  thumb: string | null;
}

/** What was found for a text. */
export interface SearchHits {
  homes: SearchHome[];
  towns: SearchIndex['towns'];
}

/** As many as are seen at a glance; with one more letter there are fewer, and Enter leads to all. */
const MOST = 8;

/** Text without accents and capitals, so that "Liège" is found by "liege". */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

/**
 * A search over an index: homes by number or reference only, towns by name or postcode; whole words and their beginnings, nothing vague.
 * @example searcherOf(index)('wav').towns // Waver
 */
export function searcherOf(index: SearchIndex): (text: string) => SearchHits {
  const processTerm = (term: string) => plainText(term) || null;
  const options = { prefix: true, fuzzy: 0, combineWith: 'AND' as const, processTerm };
  const homes = new MiniSearch<SearchHome & { key: string }>({
    fields: ['key'],
    idField: 'id',
    processTerm,
    searchOptions: options,
  });
  homes.addAll(index.homes.map((home) => ({ ...home, key: `${home.id} ${home.reference}` })));
  const towns = new MiniSearch<{ at: number; key: string }>({
    fields: ['key'],
    idField: 'at',
    processTerm,
    searchOptions: options,
  });
  towns.addAll(index.towns.map(({ name, zip, also }, at) => ({ at, key: `${name} ${zip} ${also}` })));
  const byId = new Map(index.homes.map((home) => [home.id, home]));
  return (text) => ({
    homes: homes
      .search(text)
      .slice(0, MOST)
      .flatMap(({ id }) => byId.get(id as number) ?? []),
    towns: towns
      .search(text)
      .slice(0, MOST)
      .flatMap(({ id }) => index.towns[id as number] ?? []),
  });
}
