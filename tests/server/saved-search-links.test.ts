import { expect, test } from 'vitest';
import { listPathOf } from '../../src/features/alert/mails.server.ts';
import {
  LIMIT_KEYS,
  type ListingQuery,
  parseListingQuery,
  savedFieldOf,
} from '../../src/features/listing/listing-query.ts';
import { searchCriteriaOf } from '../../src/features/listing/search-criteria.ts';
import { savedSearchHref } from '../../src/features/listing/site/list.view.ts';
import { agencySite } from '../support/submit.ts';

const site = agencySite();
const known = { cities: site.cities, propertyTypes: site.propertyTypes };
const asked = (text: string) => parseListingQuery(new URLSearchParams(text), 'sale', known, false).query;
/** A search in the fields of the form that saves it, as the link of a list fills them in. */
const savedFrom = (query: ListingQuery) => {
  const fields = new URL(savedSearchHref({ site, language: 'nl' }, query) ?? '', 'http://localhost').searchParams;
  const several = ['types', 'towns', 'regions', 'features'];
  return searchCriteriaOf(
    Object.fromEntries(
      [...new Set(fields.keys())].map((name) => [
        name,
        several.includes(name) ? fields.getAll(name) : fields.get(name)!,
      ]),
    ),
    site.cities,
  );
};
const listed = (criteria: ReturnType<typeof searchCriteriaOf>) =>
  asked(new URL(listPathOf(criteria, site, 'nl'), 'http://localhost').search);

const SEARCHES = [
  ...LIMIT_KEYS.map((key) => [key, `${key}=3`] as const),
  ['all limits', LIMIT_KEYS.map((key, at) => `${key}=${at + 2}`).join('&')] as const,
  ['a label', 'epc=C'] as const,
  ['features', 'garden=1&lift=1'] as const,
  ['a region', 'region=flanders'] as const,
  ['a type', `type=${site.propertyTypes[0]!.WebID}`] as const,
];

test.each(SEARCHES)('%s of a list is kept by the saved search, and by the link of its alerts', (_name, text) => {
  const { hideGone: _gone, sort: _sort, ...query } = asked(text);
  expect(
    Object.values(query).some((value) => (Array.isArray(value) ? value.length > 0 : typeof value === 'number')),
  ).toBe(true);
  const criteria = savedFrom(asked(text));
  expect(criteria).toMatchObject(query);
  expect(listed(criteria)).toMatchObject(query);
  expect(LIMIT_KEYS.map(savedFieldOf).filter((name, at, all) => all.indexOf(name) !== at)).toEqual([]);
});
