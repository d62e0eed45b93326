import { expect, test } from 'vitest';
import { type PropertyBefore, propertyEvents } from '../../src/features/property/property-state.ts';

const property = (status: PropertyBefore['status'], price: number | null = 300_000): PropertyBefore => ({
  status,
  price,
});

test.each<[string, PropertyBefore | null, PropertyBefore | null, string[]]>([
  ['a property nobody has seen is new', null, property('open'), ['new']],
  ['one that comes in sold is no news', null, property('sold'), []],
  ['nothing happened', property('open'), property('open'), []],
  ['a lower price', property('open'), property('open', 290_000), ['price-cut']],
  ['a higher price', property('open'), property('open', 310_000), ['price-rise']],
  ['a price that is hidden from now on', property('open'), property('open', null), []],
  ['a price that is shown for the first time', property('open', null), property('open', 1), []],
  ['an option is no end', property('open'), property('option'), []],
  ['sold', property('option'), property('sold', null), ['sold']],
  ['rented at another price', property('open'), property('rented', 100), ['sold']],
  ['the sale fell through', property('sold'), property('open', 290_000), ['back']],
  ['withdrawn and offered again', property('gone'), property('open'), ['back']],
  ['a price that changes on a sold property', property('sold'), property('sold', 1), []],
  ['taken out of the catalogue', property('open'), null, ['gone']],
  ['taken out long ago', property('gone'), null, []],
])('%s', (_name, before, after, kinds) => {
  expect(propertyEvents(before, after).map(({ kind }) => kind)).toEqual(kinds);
});
