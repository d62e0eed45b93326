import { slugOf } from '../../platform/text/slug.ts';
import { itemAt } from '../../platform/values/values.ts';
import { type Area, areasOf, type City, REGIONS } from '../place/region.ts';
import type { Token } from './correct-words.ts';
import { PHRASE_WORDS } from './phrase-words.ts';

/** A place that a search phrase names: a town of the working area, or a region or province with such towns. */
export type PhrasePlace = { kind: 'town'; city: City } | { kind: 'region'; region: Area };

/** The places of an agency for search phrases; `stockOf` is the number of available properties of a town. */
export function agencyPlaces(cities: readonly City[], stockOf: (city: City) => number): PhrasePlaces<PhrasePlace> {
  const present = new Set(cities.flatMap((city) => areasOf(city)));
  const areas = (isRegion: boolean) =>
    [...present].filter((area) => REGIONS.some((one) => one === area) === isRegion).map((region) => areaPlace(region));
  const towns = cities
    .map(
      (city): NamedPlace<PhrasePlace> => ({
        names: Object.values(city.Name),
        zips: [city.Zip, ...(city.Zips ?? [])],
        stock: stockOf(city),
        place: { kind: 'town', city },
      }),
    )
    .sort((a, b) => b.stock - a.stock);
  // "Brussels" means the region; "Liège" means the town where the agency works there, else the province.
  return openPhrasePlaces([...areas(true), ...towns, ...areas(false)]);
}

const areaPlace = (region: Area): NamedPlace<PhrasePlace> => ({
  names: Object.values(AREA_NAMES[region]).flat(),
  zips: [],
  stock: 0,
  place: { kind: 'region', region },
});

/** What people call an area, per language; what the site calls it is a label. */
const AREA_NAMES: Readonly<Record<Area, Readonly<Record<'nl' | 'fr' | 'en' | 'de', readonly string[]>>>> = {
  brussels: {
    nl: ['Brussels Gewest', 'Brussel', 'Brussels Hoofdstedelijk Gewest', 'gewest Brussel'],
    fr: ['Région bruxelloise', 'Bruxelles', 'Région de Bruxelles-Capitale', 'région bruxelles'],
    en: ['Brussels Region', 'Brussels', 'Brussels-Capital Region', 'Brussels Capital'],
    de: ['Region Brüssel', 'Brüssel', 'Region Brüssel-Hauptstadt'],
  },
  flanders: { nl: ['Vlaanderen', 'Vlaams Gewest'], fr: ['Flandre', 'Flandres'], en: ['Flanders'], de: ['Flandern'] },
  wallonia: {
    nl: ['Wallonië', 'Waals Gewest'],
    fr: ['Wallonie', 'Région wallonne'],
    en: ['Wallonia'],
    de: ['Wallonien', 'Wallonie'],
  },
  'flemish-brabant': {
    nl: ['Vlaams-Brabant'],
    fr: ['Brabant flamand'],
    en: ['Flemish Brabant'],
    de: ['Flämisch-Brabant'],
  },
  'walloon-brabant': {
    nl: ['Waals-Brabant'],
    fr: ['Brabant wallon'],
    en: ['Walloon Brabant'],
    de: ['Wallonisch-Brabant'],
  },
  antwerp: {
    nl: ['Provincie Antwerpen', 'Antwerpen'],
    fr: ['Province d’Anvers', 'Anvers'],
    en: ['Province of Antwerp', 'Antwerp'],
    de: ['Provinz Antwerpen'],
  },
  limburg: { nl: ['Limburg'], fr: ['Limbourg'], en: ['Limburg'], de: ['Limburg'] },
  liege: {
    nl: ['Provincie Luik', 'Luik'],
    fr: ['Province de Liège', 'Liège'],
    en: ['Province of Liège'],
    de: ['Provinz Lüttich', 'Lüttich'],
  },
  namur: {
    nl: ['Provincie Namen', 'Namen'],
    fr: ['Province de Namur', 'Namur'],
    en: ['Province of Namur'],
    de: ['Provinz Namur'],
  },
  hainaut: { nl: ['Henegouwen'], fr: ['Hainaut'], en: ['Hainaut'], de: ['Hennegau'] },
  luxembourg: {
    nl: ['Provincie Luxemburg'],
    fr: ['Province de Luxembourg'],
    en: ['Province of Luxembourg'],
    de: ['Provinz Luxemburg'],
  },
  'west-flanders': {
    nl: ['West-Vlaanderen'],
    fr: ['Flandre occidentale'],
    en: ['West Flanders'],
    de: ['Westflandern'],
  },
  'east-flanders': {
    nl: ['Oost-Vlaanderen'],
    fr: ['Flandre orientale'],
    en: ['East Flanders'],
    de: ['Ostflandern'],
  },
};

/** A place that a phrase can name. */
interface NamedPlace<Place> {
  /** In all languages. */
  names: readonly string[];
  zips: readonly string[];
  place: Place;
  /** Number of properties there: of two names with the same slips the heavier is meant. */
  stock: number;
}

/** The places by their names, for phrases. */
export interface PhrasePlaces<Place> {
  /** The place whose name begins at a token, the longest one, with its number of tokens. */
  at(tokens: readonly Token[], from: number): { place: Place; length: number } | null;
  /** Every word of a name with the stock of its place, for typing slips. */
  words: ReadonlyMap<string, number>;
}

const LUXEMBOURG = /^L-/;
const MOST_WORDS = 6;
const SHORTEST_PART = 5;

/** Opens the places of an agency; of several with one name or postcode the first is meant. */
export function openPhrasePlaces<Place>(places: readonly NamedPlace<Place>[]): PhrasePlaces<Place> {
  const byName = new Map<string, NamedPlace<Place>>();
  const byZip = new Map<string, NamedPlace<Place>>();
  const words = new Map<string, number>();
  const keep = (map: Map<string, NamedPlace<Place>>, key: string, one: NamedPlace<Place>) => {
    if (key && !map.has(key)) map.set(key, one);
  };
  const parts = uniqueParts(places);
  for (const one of places) {
    for (const name of one.names) {
      const slug = slugOf(name);
      keep(byName, slug, one);
      keep(byName, slug.replace(/\b(?:sint|sainte?)-/g, 'st-'), one);
      for (const word of slug.split('-')) words.set(word, Math.max(words.get(word) ?? 0, one.stock));
    }
    for (const zip of one.zips) keep(byZip, zip, one);
  }
  // Without its prefix a postcode of Luxembourg is found unless Belgium has the same one.
  for (const one of places) for (const zip of one.zips) keep(byZip, zip.replace(LUXEMBOURG, ''), one);
  for (const [part, one] of parts) keep(byName, part, one);
  return {
    words,
    at(tokens, from) {
      const { number, typed, text } = itemAt(tokens, from);
      const inLuxembourg = text === 'l' ? byZip.get(`L-${tokens[from + 1]?.typed}`) : undefined;
      if (inLuxembourg) return found(inLuxembourg, 2);
      if (number !== null) {
        // 1860 is a postcode, 1.860 is not.
        const ofZip = /^\d{4}$/.test(typed) ? byZip.get(typed) : undefined;
        return ofZip ? found(ofZip, 1) : null;
      }
      const most = Math.min(MOST_WORDS, tokens.length - from);
      for (let length = most; length > 0; length -= 1) {
        const name = tokens
          .slice(from, from + length)
          .map(({ text }) => text)
          .join('-');
        const one = byName.get(name);
        if (one) return found(one, length);
      }
      return null;
    },
  };
}

/** Words of names that only one place has: people say Molenbeek to Sint-Jans-Molenbeek. */
function uniqueParts<Place>(places: readonly NamedPlace<Place>[]): Map<string, NamedPlace<Place>> {
  const owners = new Map<string, Set<NamedPlace<Place>>>();
  for (const one of places)
    for (const part of one.names.flatMap((name) => slugOf(name).split('-')))
      if (part.length >= SHORTEST_PART && !PHRASE_WORDS.has(part))
        owners.set(part, (owners.get(part) ?? new Set()).add(one));
  return new Map(
    [...owners].flatMap(([part, [only, ...others]]) => (only && others.length === 0 ? [[part, only] as const] : [])),
  );
}

const found = <Place>({ place }: NamedPlace<Place>, length: number) => ({ place, length });
