import { describe, expect, test } from 'vitest';
import { idsIn } from '../../src/features/listing/listing-query.ts';
import { encoded, fetchPath, mainOf, open, wordsOf } from '../support/browse.ts';
import { idsOf, publicPrice } from '../support/list-of.ts';
import { properties } from '../support/version.ts';

const url = (ids: readonly number[], language = 'nl') =>
  `/${language}/${{ nl: 'vergelijken', fr: 'comparer' }[language]}/?ids=${ids.join('.')}`;
const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0] = await idsOf('/nl/te-koop/', 'type=1&sold=hide');

describe('properties side by side', () => {
  test('show what differs first, then what is the same, in the words of their pages', async () => {
    const page = await open(url([first, second, third]));
    const [different, same] = page.querySelectorAll('.compare tbody');
    for (const row of different!.querySelectorAll('tr:not(.group)'))
      expect(new Set(row.querySelectorAll('td').map(wordsOf)).size, wordsOf(row)).toBeGreaterThan(1);
    for (const row of same!.querySelectorAll('tr:not(.group)'))
      expect(new Set(row.querySelectorAll('td').map(wordsOf)).size, wordsOf(row)).toBe(1);
    const href = page.querySelector('.compare thead a')?.getAttribute('href') ?? '';
    const own = await open(href);
    // The asking price is the first row, under the name of all prices.
    const rows = own
      .querySelectorAll('.chapters dl.rows > div:not(.code)')
      .filter((row) => wordsOf(row.querySelector('dt')) !== 'Vraagprijs');
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) {
      const name = wordsOf(row.querySelector('dt'));
      const found = page.querySelectorAll('.compare tbody tr').find((one) => wordsOf(one.querySelector('th')) === name);
      expect([name, wordsOf(found?.querySelector('td') ?? null)]).toEqual([name, wordsOf(row.querySelector('dd'))]);
    }
  });

  test('in French, with the language switched for the same properties', async () => {
    const page = await open(url([first, second], 'fr'));
    expect(wordsOf(page.querySelector('h1'))).toBe('Comparer');
    expect(page.querySelectorAll('header a').map((link) => link.getAttribute('href'))).toContain(url([first, second]));
    expect(page.querySelectorAll('.compare thead th')).toHaveLength(3);
  });

  test('never show a hidden price', async () => {
    const hidden = properties().filter((property) => property.Goal === 0 && publicPrice(property) === null);
    expect(hidden.length).toBeGreaterThan(0);
    const page = await open(url([hidden[0]!.ID, first]));
    expect(mainOf(page)).toContain('Prijs op aanvraag');
    expect(mainOf(page).replace(/\D/g, '')).not.toContain(String(hidden[0]!.Price || 'none'));
  });

  test('can be removed one by one', async () => {
    const page = await open(url([first, second]));
    const [remove] = page.querySelectorAll('.compare .off').map((link) => link.getAttribute('href'));
    expect(remove).toBe(url([second]));
    expect(mainOf(await open(url([second])))).toContain('twee tot vier');
  });

  test('one that is gone is named, nonsense is left out', async () => {
    const page = await open(url([first, 999_999]));
    expect(mainOf(page)).toContain('999999');
    expect(page.querySelectorAll('.compare thead th')).toHaveLength(2);
    expect((await fetchPath(encoded("/nl/vergelijken/?ids=<script>.1e9.-1.' or 1"))).status).toBe(200);
    expect(mainOf(await open('/nl/vergelijken/'))).toContain('twee tot vier');
  });
});

test('a plain form leads to the short address, with at most four properties', async () => {
  const asked = [first, second, third, fourth, fifth].map((id) => `ids=${id}`).join('&');
  const { status, headers } = await fetchPath(`/nl/vergelijken/?${asked}`);
  expect([status, headers.location]).toEqual([302, url([first, second, third, fourth])]);
  expect(idsIn(new URLSearchParams('ids=1.1.x.2&ids=3'), 4)).toEqual([1, 2, 3]);
  // As people write it by hand.
  const byHand = await fetchPath(`/nl/vergelijken/?ids=${first},${second}`);
  expect([byHand.status, byHand.headers.location]).toEqual([302, url([first, second])]);
});

test('a comparison is for its visitor alone: no search engine keeps it', async () => {
  const page = await open(url([first, second]));
  expect(page.querySelector('meta[name=robots]')?.getAttribute('content')).toContain('noindex');
  expect(page.querySelector('link[rel=canonical]')).toBeNull();
});
