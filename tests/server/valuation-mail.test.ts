import { beforeAll, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { about, openForms } from '../support/open-forms.ts';
import { agencySite, PROPERTY_ID } from '../support/submit.ts';

let site: Site;
beforeAll(() => {
  site = agencySite();
});

/** The site with some more houses in Grimbergen that were sold, of 150 square metres for 300,000 euros and more. */
function withSold(number: number): Site {
  const house = site.listing(Number(PROPERTY_ID))!;
  const changed = new Date().toISOString().slice(0, 10);
  const sold = Array.from({ length: number }, (_, at) => ({
    ...house,
    ...{ id: 900_000 + at, living: 150, price: 300_000 + at * 15_000, meaning: 'sold' as const, gone: true, changed },
  }));
  return { ...site, listings: [...site.listings.filter(({ meaning }) => meaning !== 'sold'), ...sold] };
}

const posted = async (from: Site, language: string, changes: Record<string, string> = {}) => {
  const { post, rows } = await openForms('sqlite', from);
  const fields = { ...about('contact-demand'), zip: '1850', city: 'Grimbergen', propertyType: 'house', surface: '150' };
  expect(await post('contact-demand', { ...fields, goal: 'sale', language, ...changes })).toMatchObject({ ok: true });
  const { mails } = await rows();
  return {
    agency: mails.find(({ kind }) => /agency/.test(kind))!,
    receipt: mails.find(({ kind }) => /receipt/.test(kind))!,
  };
};

test('a valuation comes with the range of five houses that were sold nearby, and how it was computed', async () => {
  const { agency, receipt } = await posted(withSold(5), 'fr');
  // 2,100 and 2,300 euros a square metre are the quartiles of 2,000 to 2,400.
  expect(receipt.text).toMatch(/entre €\s315\.000 et €\s345\.000/);
  expect(receipt.text).toMatch(/5 ventes[^.]*maisons[^.]*5\skm[^.]*105 à 195\sm²/);
  expect(agency.text).toMatch(/tussen €\s315\.000 en €\s345\.000/);
});

test.each<[string, number, Record<string, string>]>([
  ['fewer than five were sold', 4, {}],
  ['the area is not given', 5, { surface: '' }],
  ['it is to be let', 5, { goal: 'rent' }],
  ['it is another type', 5, { propertyType: 'apartment' }],
])('none is given when %s', async (_name, number, changes) => {
  const { agency, receipt } = await posted(withSold(number), 'nl', changes);
  expect(receipt.text + agency.text).not.toContain('315.000');
  expect(receipt.text).not.toContain('Vergelijkbare');
});
