import { describe, expect, test } from 'vitest';
import type { Listing } from '../../src/features/property/listing.ts';
import type { Property } from '../../src/features/property/property.ts';
import { graphOf, questionsOf, realEstateListingOf } from '../../src/features/seo/linked-data.ts';
import { sampleListing } from '../support/sample-listing.ts';

const property = (changes: Partial<Property>) =>
  ({
    PublishAddress: true,
    PublishPrice: true,
    Price: 595000,
    Street: 'Hertogstraat',
    HouseNumber: '18',
    ...changes,
  }) as Property;
const dataOf = (
  listing: Partial<Listing>,
  changes: Partial<Property> = {},
  photograph: { image: string | null; licence: string | null } = { image: null, licence: null },
) =>
  realEstateListingOf({
    property: property(changes),
    listing: { ...sampleListing(), ...listing },
    language: 'nl',
    url: 'https://a.example/',
    result: { title: 'Huis', description: 'Huis: 3 slaapkamers.' },
    ...photograph,
    agency: { '@type': 'RealEstateAgent', name: 'A', url: 'https://a.example/nl/' },
    films: [],
  });

test('a photograph names the page about its use, where there is one', () => {
  const image = 'https://a.example/a.jpg';
  const of = (licence: string | null) => JSON.parse(JSON.stringify(dataOf({}, {}, { image, licence }))).image;
  expect(of('https://a.example/rights/')).toEqual({
    '@type': 'ImageObject',
    contentUrl: image,
    license: 'https://a.example/rights/',
  });
  expect(of(null)).toBe(image);
});

test('content that ends a script element is escaped', () => {
  const text = graphOf([{ '@type': 'Thing', name: '</script><script>alert(1)</script>' }]);
  expect(text).not.toContain('<');
  expect(JSON.parse(text)['@graph'][0].name).toBe('</script><script>alert(1)</script>');
});

describe('a property', () => {
  test.each([
    ['house', 'House'],
    ['apartment', 'Apartment'],
    ['building', 'Accommodation'],
    ['land', 'Place'],
    ['commerce', 'Place'],
    ['garage', 'Place'],
  ])('of the type %s is described as %s', (key, kind) => {
    expect(dataOf({ typeKeys: [key] }).mainEntity).toMatchObject({ '@type': kind });
  });

  test('has its position, energy label and lot as far as they are public', () => {
    const point = { latitude: 50.9, longitude: 4.3 };
    const label = { code: 'b', text: 'B', step: 3 };
    expect(dataOf({ point, label, ground: 842 }, { EnergyPerformance: 150 }).mainEntity).toMatchObject({
      geo: { '@type': 'GeoCoordinates', latitude: 50.9, longitude: 4.3 },
      additionalProperty: [
        { '@type': 'PropertyValue', name: 'EPC', value: 'B' },
        { name: 'EPC', value: 150, unitText: 'kWh/m²' },
        { name: 'Lot', value: 842, unitText: 'm²' },
      ],
    });
    const bare = dataOf({ point: null, label: null, ground: 0 }, { EnergyPerformance: 150 }).mainEntity;
    expect(bare).not.toHaveProperty('geo');
    expect(bare).not.toHaveProperty('additionalProperty');
  });

  test('for rent has its price by the month', () => {
    expect(dataOf({ goal: 'rent', price: 1200, gone: false, priceUnitText: null }).offers).toMatchObject({
      businessFunction: { '@id': 'http://purl.org/goodrelations/v1#LeaseOut' },
      priceSpecification: { price: 1200, unitCode: 'MON' },
    });
  });

  test('that is sold says so and has no price', () => {
    const { offers } = dataOf({ gone: true, meaning: 'sold', price: 595000 });
    expect(offers).toMatchObject({ availability: 'https://schema.org/SoldOut' });
    expect(JSON.stringify(offers)).not.toContain('595000');
  });

  test('with a hidden price or address has neither', () => {
    const text = JSON.stringify(dataOf({ price: null, point: null }, { PublishAddress: false, PublishPrice: false }));
    expect(text).not.toMatch(/595000|Hertogstraat|price/);
  });
});

describe('questions', () => {
  test('are the headings that end in a question mark, with the text below them in plain words', () => {
    expect(
      questionsOf(
        'Vooraf\n\n## Wat kost het?\n\nEen **percentage** van [de prijs](/x/).\n\n' +
          '## Rest\n\nNiets\n\n## Wanneer?\n\n- Morgen',
      ),
    ).toEqual({
      '@type': 'FAQPage',
      mainEntity: [
        {
          '@type': 'Question',
          name: 'Wat kost het?',
          acceptedAnswer: { '@type': 'Answer', text: 'Een percentage van de prijs.' },
        },
        { '@type': 'Question', name: 'Wanneer?', acceptedAnswer: { '@type': 'Answer', text: 'Morgen' } },
      ],
    });
  });

  test('are none when a text has fewer than two', () => {
    expect(questionsOf('## Wat kost het?\n\nVeel.')).toBeNull();
  });
});
