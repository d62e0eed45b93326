import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Settings } from '../../src/content/settings/settings.ts';
import { costStartOf } from '../../src/features/costs/cost-view.ts';
import { costSettings } from '../../src/features/costs/settings.ts';
import { COUNTRIES, countryCode, isAbroad } from '../../src/features/place/country.ts';
import { statementsOf } from '../../src/features/property/advert.ts';
import { energyLabelOf, energyScaleOf, hasRenovationDuty } from '../../src/features/property/energy.ts';
import { type Listing, listingOf } from '../../src/features/property/listing.ts';
import { listedPriceOf, priceInWords } from '../../src/features/property/price.ts';
import { advertSettings } from '../../src/features/property/settings.ts';
import adverts from '../fixtures/agency/settings/adverts.json' with { type: 'json' };
import costs from '../fixtures/agency/settings/costs.json' with { type: 'json' };
import { SETTINGS, sampleProperty, TYPES } from '../support/sample-listing.ts';

const settings = { ...SETTINGS, adverts: advertSettings.parse(adverts) } as Settings;
const COUNTRY_IDS = Object.keys(COUNTRIES).map(Number);
const ABROAD = COUNTRY_IDS.filter(isAbroad);
/** A house whose postcode and score would be those of Flanders. */
const houseIn = (CountryID: number) => sampleProperty({ CountryID, Zip: '9000', EnergyPerformance: 600, Goal: 0 });

test('content/README.md lists every country with its number', () => {
  const text = readFileSync(new URL('../../content/README.md', import.meta.url), 'utf8').replace(/\s+/g, ' ');
  const rows = COUNTRY_IDS.map((id) => `${id} ${countryCode(id)}`).join(', ');
  expect(text).toContain(`\`CountryID\` is the number of its country (ISO code): ${rows}.`);
});

test('a Belgian house has what the law of its region asks for', () => {
  const house = houseIn(10);
  expect(hasRenovationDuty({ ...house, typeKeys: ['house'] }, settings.energy, 'sale')).toBe(true);
  expect(statementsOf(house, TYPES, settings).length).toBeGreaterThan(3);
  expect(costStartOf(listingOf(house, TYPES, settings), costSettings.parse(costs))).not.toBeNull();
});

test.each(ABROAD)('a house in country %i has no label, duty, statement or tax of Belgium', (id) => {
  const house = houseIn(id);
  const facts = { ...house, typeKeys: ['house'], EPCLabelText: 'F' };
  expect(energyLabelOf(facts, settings.energy)).toBeNull();
  expect(energyScaleOf(facts, settings.energy)).toBeNull();
  expect(hasRenovationDuty(facts, settings.energy, 'sale')).toBe(false);
  expect(statementsOf(house, TYPES, settings)).toEqual([]);
  expect(costStartOf(listingOf(house, TYPES, settings), costSettings.parse(costs))).toBeNull();
});

test('a price in another currency is shown as it is, and is no price in euros', () => {
  const listing = listingOf(sampleProperty({ Price: 450000, Currency: 'GBP', Goal: 0 }), TYPES, settings);
  expect([listing.price, listing.pricePerM2, listing.charges, listing.previousPrice]).toEqual([null, null, null, null]);
  const words = (one: Listing) => priceInWords(listedPriceOf(one, 'nl'), (key) => key);
  expect(words(listing)).toBe('£\u00a0450.000');
  const hidden = sampleProperty({ Price: 450000, Currency: 'GBP', PublishPrice: false });
  expect(words(listingOf(hidden, TYPES, settings))).toBe('PRICE_ON_REQUEST');
});
