import { describe, expect, test } from 'vitest';
import { defaultLabels } from '../../src/i18n/current-labels.ts';
import { mainOf, open, wordsOf } from '../support/browse.ts';
import { LANGUAGES, LONDON_PROPERTY, SPANISH_PROPERTY } from '../support/odd-content.ts';

const LISTS = { nl: 'te-huur', fr: 'a-louer', en: 'for-rent', de: 'zu-vermieten' } as const;
const pageOf = (id: number, code: keyof typeof LISTS = 'nl') => open(`/${code}/${LISTS[code]}/x/y/${id}/`);
const offerOf = async (id: number) => {
  const scripts = [...(await pageOf(id)).querySelectorAll('script[type="application/ld+json"]')];
  const things = scripts.flatMap((script) => JSON.parse(script.textContent ?? '')['@graph'] ?? []);
  return things.find((thing) => thing['@type'] === 'RealEstateListing');
};

describe('a home in another country', () => {
  test.each([
    ['nl', '03700 Denia (Spanje)'],
    ['fr', '03700 Denia (Espagne)'],
    ['en', '03700 Denia (Spain)'],
    ['de', '03700 Denia (Spanien)'],
  ] as const)('names its country in %s', async (code, place) => {
    expect(wordsOf((await pageOf(SPANISH_PROPERTY, code)).querySelector('.place'))).toContain(place);
  });

  test('has no certificate or label of Belgium in any language', async () => {
    for (const code of LANGUAGES) {
      const labels: Readonly<Record<string, string>> = defaultLabels(code) ?? {};
      const page = (await pageOf(SPANISH_PROPERTY, code)).querySelector('main');
      const belgian = Object.keys(labels).filter((key) => /^ENERGY_CERTIFICATE_/.test(key));
      expect(belgian.length).toBeGreaterThan(3);
      const text = wordsOf(page);
      expect(belgian.filter((key) => text.includes(labels[key]!.split('{')[0]!.trim() || key))).toEqual([]);
      const ofLaw = ['FLOOD', 'ASBESTOS', 'PLANNING', 'CADASTRAL_INCOME', 'VAT', 'COSTS_TITLE'].map(
        (key) => labels[key]!,
      );
      expect(ofLaw.filter((label) => text.includes(label))).toEqual([]);
      expect(page?.querySelector('.energy')).toBeNull();
    }
  });

  test('says its country and its currency to search engines', async () => {
    const [spanish, london] = [await offerOf(SPANISH_PROPERTY), await offerOf(LONDON_PROPERTY)];
    expect(spanish.mainEntity.address.addressCountry).toBe('ES');
    expect(spanish.offers).toMatchObject({ priceSpecification: { price: 1450, priceCurrency: 'EUR' } });
    expect(london.mainEntity.address.addressCountry).toBe('GB');
    expect(london.offers).toMatchObject({ priceSpecification: { price: 2600, priceCurrency: 'GBP' } });
  });

  test('shows a price in its own currency, and adds no charges in euros to it', async () => {
    const page = await pageOf(LONDON_PROPERTY);
    expect(wordsOf(page.querySelector('.pricebox .amount'))).toMatch(/^£\s2\.600 \/ maand$/);
    expect(mainOf(page)).not.toContain('€');
    const listed = async (query: string) => mainOf(await open(`/nl/te-huur/${query}`));
    expect(await listed('?town=NW1+4NP')).toMatch(/£\s2\.600/);
  });
});
