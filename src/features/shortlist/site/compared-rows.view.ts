import { parse } from 'node-html-parser';
import { formatEuro } from '../../../i18n/format.ts';
import type { LabelKey, Translate } from '../../../i18n/label-key.ts';
import type { ListContext } from '../../listing/site/list.view.ts';
import { townWords } from '../../place/address.ts';
import { ATTRIBUTES } from '../../property/attributes.ts';
import type { Listing } from '../../property/listing.ts';
import { listedPriceOf } from '../../property/price.ts';

/** A fact of several properties: its name and a value for each, null where the property does not state it. */
export interface ComparedRow {
  name: string;
  values: readonly (string | null)[];
  /** Whether the properties that state it differ, agree, or some state it and others do not. */
  kind: 'different' | 'same' | 'partly';
  /** The places of the best values; none where nothing is better. */
  best: readonly number[];
  /** Whether the values are energy labels. */
  isLabel: boolean;
}

interface Context extends ListContext {
  /** The HTML of a page of this version; null when there is none. */
  pageAt: (path: string) => string | null;
}

/** The facts of properties side by side. */
export function comparedRows(listings: readonly Listing[], { site, language, t, pageAt }: Context): ComparedRow[] {
  const whole = new Map(ATTRIBUTES.flatMap(({ label, short }) => (short ? [[t(short), t(label)] as const] : [])));
  const facts = listings.map((listing) => {
    const onPage = factsOnPage(pageAt(site.listingPath(listing, language)) ?? '');
    const named = [...onPage].map(([name, value]) => [whole.get(name) ?? name, value] as const);
    return new Map([...placeAndPrice(listing, language, t), ...named]);
  });
  const own = new Set([t('ASKING_PRICE'), t('RENT_PER_MONTH')]);
  const names = [...new Set(facts.flatMap((one) => [...one.keys()]))].filter((name) => !own.has(name));
  return names.map((name) => {
    const values = facts.map((one) => one.get(name) ?? null);
    const better = BETTER.find(({ label }) => t(label) === name);
    const best = better ? bestOf(listings.map(better.figureOf), better.isLow) : [];
    return { name, values, kind: kindOf(values), best, isLabel: name === t('EPC_LABEL') };
  });
}

function kindOf(values: readonly (string | null)[]): ComparedRow['kind'] {
  if (new Set(values.filter((value) => value !== null)).size > 1) return 'different';
  return values.includes(null) ? 'partly' : 'same';
}

/** Facts of which more or less is better for everybody, by the label of their row. */
const BETTER: readonly { label: LabelKey; figureOf: (listing: Listing) => number | null; isLow: boolean }[] = [
  { label: 'PRICE', figureOf: ({ price, gone }) => (gone ? null : price), isLow: true },
  { label: 'PRICE_PER_M2', figureOf: ({ pricePerM2, gone }) => (gone ? null : pricePerM2), isLow: true },
  { label: 'SURFACE_LIVING', figureOf: ({ living }) => living || null, isLow: false },
  { label: 'SURFACE_GROUND', figureOf: ({ ground }) => ground || null, isLow: false },
  { label: 'BEDROOMS', figureOf: ({ bedrooms }) => bedrooms || null, isLow: false },
  { label: 'EPC_LABEL', figureOf: ({ label }) => label?.step ?? null, isLow: true },
];

/** The places of the best of several figures; none when they are equal, or when only one is known. */
function bestOf(figures: readonly (number | null)[], isLow: boolean): number[] {
  const known = figures.filter((figure) => figure !== null);
  if (known.length < 2 || new Set(known).size < 2) return [];
  const best = isLow ? Math.min(...known) : Math.max(...known);
  return figures.flatMap((figure, at) => (figure === best ? [at] : []));
}

function placeAndPrice(listing: Listing, language: string, t: Translate): [string, string][] {
  const price = listedPriceOf(listing, language);
  const words =
    price.kind === 'hidden'
      ? t('PRICE_ON_REQUEST')
      : [price.amount, price.unit ?? (price.perMonth ? t('PER_MONTH') : '')].filter(Boolean).join(' ');
  const perMetre = listing.pricePerM2 && formatEuro(Math.round(listing.pricePerM2), language);
  const town = townWords(listing, language);
  const facts: [string, string][] = [
    [t('CITY'), `${listing.zip} ${town}`],
    [t('PRICE'), words],
  ];
  if (perMetre) facts.push([t('PRICE_PER_M2'), perMetre]);
  return facts;
}

/**
 * The facts on the page of a property, by their name: what its page states is what a comparison may state, in the same
 * words. Numbers of certificates are left out.
 */
export function factsOnPage(html: string): ReadonlyMap<string, string> {
  const rows = parse(html).querySelectorAll('.title dl.key > div, .chapters :is(dl.key, dl.rows) > div:not(.code)');
  const text = (of: string, row: (typeof rows)[number]) =>
    (row.querySelector(of)?.textContent ?? '').replace(/[^\S\u00A0\u202F]+/g, ' ').trim();
  // A label says its own name for those who do not see it.
  const shortened = (name: string, value: string) =>
    value.startsWith(`${name} `) ? value.slice(name.length + 1) : value;
  return new Map(rows.map((row) => [text('dt', row), shortened(text('dt', row), text('dd', row))]));
}
