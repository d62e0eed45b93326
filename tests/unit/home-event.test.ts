import { expect, test } from 'vitest';
import { type HomeBefore, homeEvents } from '../../src/domain/property/property-event.ts';

const home = (status: HomeBefore['status'], price: number | null = 300_000): HomeBefore => ({ status, price });

test.each<[string, HomeBefore | null, HomeBefore | null, string[]]>([
  ['a home nobody has seen is new', null, home('open'), ['new']],
  ['one that comes in sold is no news', null, home('sold'), []],
  ['nothing happened', home('open'), home('open'), []],
  ['a lower price', home('open'), home('open', 290_000), ['price-cut']],
  ['a higher price', home('open'), home('open', 310_000), ['price-rise']],
  ['a price that is hidden from now on', home('open'), home('open', null), []],
  ['a price that is shown for the first time', home('open', null), home('open', 1), []],
  ['an option is no end', home('open'), home('option'), []],
  ['sold', home('option'), home('sold', null), ['sold']],
  ['rented at another price', home('open'), home('rented', 100), ['sold']],
  ['the sale fell through', home('sold'), home('open', 290_000), ['back']],
  ['withdrawn and offered again', home('gone'), home('open'), ['back']],
  ['a price that changes on a sold home', home('sold'), home('sold', 1), []],
  ['taken out of the catalogue', home('open'), null, ['gone']],
  ['taken out long ago', home('gone'), null, []],
])('%s', (_name, before, after, kinds) => {
  expect(homeEvents(before, after).map(({ kind }) => kind)).toEqual(kinds);
});
