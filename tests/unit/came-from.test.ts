import { expect, test } from 'vitest';
import { cameFrom } from '../../src/features/lead/submit-form.server.ts';

test('a page without a campaign stays as it is', () => {
  expect(cameFrom({ page: '/nl/te-koop/?maxPrice=1' })).toEqual({ page: '/nl/te-koop/?maxPrice=1', campaign: {} });
});

test('the campaign leaves the page and is kept apart', () => {
  expect(cameFrom({ page: '/nl/?utm_source=a&maxPrice=1&utm_term=b' })).toEqual({
    page: '/nl/?maxPrice=1',
    campaign: { utm_source: 'a', utm_term: 'b' },
  });
  expect(cameFrom({ page: '/nl/?utm_source=a' }).page).toBe('/nl/');
});

test('a campaign in the fields wins over that of the page', () => {
  expect(cameFrom({ page: '/nl/?utm_source=page', utm_source: 'field' }).campaign).toEqual({ utm_source: 'field' });
});

test('a long page is cut', () => {
  expect(cameFrom({ page: `/${'x'.repeat(400)}` }).page).toHaveLength(300);
});
