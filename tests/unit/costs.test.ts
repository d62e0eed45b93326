import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCostQuery } from '../../src/features/costs/cost-query.ts';
import { moveInOf, roundTotalOf } from '../../src/features/costs/cost-view.ts';
import {
  appliesAt,
  feeOf,
  loanYears,
  monthlyPayment,
  purchaseCosts,
  reliefsOf,
} from '../../src/features/costs/purchase-costs.ts';
import { costSettings } from '../../src/features/costs/settings.ts';
import { listingOf } from '../../src/features/property/listing.ts';
import data from '../fixtures/agency/settings/costs.json' with { type: 'json' };
import { SETTINGS, sampleProperty, TYPES } from '../support/sample-listing.ts';

const RULES = costSettings.parse(data);
const SCALE_J = RULES.notary!.scale;
const bought = (changes: Partial<Parameters<typeof purchaseCosts>[0]> = {}, rules = RULES) =>
  purchaseCosts(
    { price: 300_000, region: 'flanders', tax: 'duty', typeKeys: null, relief: null, loan: 0, ...changes },
    rules,
  );
const amountOf = (label: string, costs = bought()) => costs?.lines.find((line) => line.label === label)?.amount;

test('the VAT is that of the fee and the file costs together, of the deed and of the loan', () => {
  const rules = { ...RULES, mortgage: { ...RULES.mortgage!, confirmed: true as const, scale: SCALE_J } };
  const costs = bought({ loan: 200_000 }, rules);
  for (const [vat, fee, file, rate] of [
    ['COSTS_NOTARY_VAT', 'COSTS_NOTARY_FEE', 'COSTS_FILE', rules.notary!.vat],
    ['COSTS_MORTGAGE_VAT', 'COSTS_MORTGAGE_FEE', 'COSTS_MORTGAGE_FILE', rules.mortgage.vat],
  ] as const)
    expect(amountOf(vat, costs)).toBeCloseTo((amountOf(fee, costs)! + amountOf(file, costs)!) * rate, 2);
});

describe('the fee of a notary by scale J', () => {
  // Worked examples of habicom.be, bouwslim.be and deboeren.be.
  test.each([
    [65_000, 1394.16],
    [250_095, 2449.2],
    [300_000, 2477.65],
    [500_000, 2591.65],
  ])('on %i euros is %d', (amount, fee) => {
    expect(feeOf(amount, SCALE_J)).toBe(fee);
  });

  test('starts with the first band and never falls when the amount grows', () => {
    expect([feeOf(0, SCALE_J), feeOf(7500, SCALE_J)]).toEqual([0, 342]);
    fc.assert(
      fc.property(fc.nat(5_000_000), fc.nat(100_000), (amount, more) => {
        expect(feeOf(amount + more, SCALE_J)).toBeGreaterThanOrEqual(feeOf(amount, SCALE_J));
      }),
    );
  });
});

describe('the registration duty', () => {
  test.each([
    ['flanders', null, 36_000],
    ['flanders', 'only-home', 6000],
    ['brussels', null, 37_500],
    // 12.5 % of what is left after 200,000 euros (pim.be: 25,000 euros less).
    ['brussels', 'own-home', 12_500],
    ['brussels', 'own-home-energy', 6250],
    ['wallonia', null, 37_500],
    ['wallonia', 'only-home', 9000],
    // A relief of another region, or none of that name.
    ['wallonia', 'own-home', 37_500],
  ] as const)('in %s with the relief %s', (region, relief, duty) => {
    expect(amountOf('COSTS_DUTY', bought({ region, relief }))).toBe(duty);
  });

  test('in Brussels is reduced up to 600,000 euros and not above', () => {
    const duty = (price: number) => amountOf('COSTS_DUTY', bought({ price, region: 'brussels', relief: 'own-home' }));
    expect([duty(600_000), duty(600_001)]).toEqual([50_000, 75_000.13]);
    expect(appliesAt(RULES.duty.brussels!.reliefs[0]!, 600_001)).toBe(false);
  });

  test('is nothing below the exempt part, never less', () => {
    expect(amountOf('COSTS_DUTY', bought({ price: 150_000, region: 'brussels', relief: 'own-home' }))).toBe(0);
  });

  test('gives way to the VAT for a new building', () => {
    const costs = bought({ tax: 'vat', relief: 'rebuild' });
    expect([amountOf('COSTS_VAT', costs), amountOf('COSTS_DUTY', costs)]).toEqual([18_000, undefined]);
    expect(amountOf('COSTS_VAT', bought({ tax: 'vat' }))).toBe(63_000);
  });
});

test('a relief for homes is none for a garage or a plot', () => {
  const tax = RULES.duty.flanders!;
  expect([['house'], ['garage', 'apartment'], ['garage'], ['land']].map((keys) => reliefsOf(tax, keys).length)).toEqual(
    [...[1, 1, 0, 0]],
  );
  expect(reliefsOf(RULES.duty.wallonia!, ['land'])).toHaveLength(1);
  expect(amountOf('COSTS_DUTY', bought({ relief: 'only-home', typeKeys: ['garage'] }))).toBe(36_000);
});

describe('all costs of a purchase', () => {
  test('are the sum of their lines', () => {
    const costs = bought({ loan: 240_000 })!;
    const sum = costs.lines.reduce((total, { amount }) => total + amount, 0);
    expect(costs.costs).toBeCloseTo(sum, 2);
    expect(costs.total).toBeCloseTo(300_000 + sum, 2);
  });

  test('contain those of the mortgage only with a loan; 1.3 % of the loan and a tenth more', () => {
    expect(amountOf('COSTS_MORTGAGE_DUTY')).toBeUndefined();
    const costs = bought({ loan: 200_000 })!;
    expect(amountOf('COSTS_MORTGAGE_DUTY', costs)).toBe(220_000 * 0.013 + 150);
    expect([costs.lacksLoanFee, bought()!.lacksLoanFee]).toEqual([true, false]);
    const rules = { ...RULES, mortgage: { ...RULES.mortgage!, scale: SCALE_J } };
    expect(amountOf('COSTS_MORTGAGE_FEE', bought({ loan: 65_000 }, rules))).toBe(1394.16);
  });

  test.each([
    ['the duty is not known', { ...RULES, duty: {} }],
    ['the duty is not confirmed', { ...RULES, duty: { flanders: { ...RULES.duty.flanders!, confirmed: false } } }],
    ['the notary is not known', { ...RULES, notary: undefined }],
  ])('are not computed where %s', (_name, rules) => {
    expect(bought({}, rules)).toBeNull();
  });

  test('of a price that contains its VAT are computed without a rate of it', () => {
    const costs = bought({ tax: 'included' }, { ...RULES, vat: undefined });
    expect(costs).toEqual(bought({ tax: 'included' }));
    expect(costs!.lines.map(({ label }) => label)).toEqual([...['COSTS_NOTARY_FEE', 'COSTS_FILE', 'COSTS_NOTARY_VAT']]);
  });

  test('a relief that is not confirmed is not offered', () => {
    const tax = RULES.duty.flanders!;
    const uncertain = { ...tax, reliefs: tax.reliefs.map((relief) => ({ ...relief, confirmed: false })) };
    expect([reliefsOf(tax, null).length, reliefsOf(uncertain, null).length]).toEqual([1, 0]);
  });
});

describe('a loan', () => {
  test('is paid back in equal sums whose interest is derived actuarially', () => {
    expect(monthlyPayment({ amount: 200_000, percent: 3, years: 20 })).toBeCloseTo(1105.15, 2);
    expect(monthlyPayment({ amount: 120_000, percent: 0, years: 10 })).toBe(1000);
  });

  test('is paid back to the cent, whatever its terms', () => {
    const terms = fc.record({
      amount: fc.integer({ min: 1000, max: 2_000_000 }),
      percent: fc.double({ min: 0, max: 20, noNaN: true }),
      years: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(terms, (loan) => {
        const years = loanYears(loan);
        expect(years).toHaveLength(loan.years);
        expect(years.at(-1)!.owed).toBeLessThan(0.01 * loan.years);
        const repaid = years.reduce((sum, year) => sum + year.repaid, 0);
        expect(Math.abs(repaid - loan.amount)).toBeLessThan(0.01 * loan.years);
        expect(years.map(({ year }) => year)).toEqual(years.map((_, at) => at + 1));
        // Whatever is paid in a year is interest or pays back.
        for (const { interest, repaid: back } of years)
          expect(interest + back).toBeCloseTo(12 * monthlyPayment(loan), 4);
      }),
    );
  });
});

test('a tenant pays the first month, its charges and the deposit to move in', () => {
  expect(moveInOf({ charges: 100 }, 1250, 2)).toMatchObject({ total: 3850 });
  expect(moveInOf({ charges: 0 }, 1250, 0).lines.map(({ label }) => label)).toEqual(['COSTS_FIRST_MONTH']);
});

describe('the line on the page of a property', () => {
  const total = (changes: Record<string, unknown> = {}) => {
    const property = sampleProperty({ Price: 500_000, ...changes });
    return roundTotalOf(property, listingOf(property, TYPES, SETTINGS), RULES);
  };

  test('is the price with all costs and the usual loan, rounded to hundreds', () => {
    const { total: exact } = bought({ price: 500_000, loan: 400_000 })!;
    expect(total()).toBe(Math.round(exact / 100) * 100);
    expect(total({ VAT: 'regime' })).toBeGreaterThan(600_000);
    expect(total({ VAT: 'included' })).toBeLessThan(520_000);
  });

  test.each([
    ['a hidden price', { PublishPrice: false }],
    ['a rental', { Goal: 1 }],
    ['a property that is sold', { Marquee: 3 }],
    ['a property abroad', { CountryID: 50, Zip: '1210' }],
    ['figures of the agency itself', { NotaryFees: 5000 }],
  ])('is left out for %s', (_name, changes) => {
    expect(total(changes)).toBeNull();
  });
});

describe('the URL of a computation', () => {
  const START = { goal: 'sale', price: null, region: 'flanders', charges: 0, percent: 3.3, years: 25 } as const;
  const read = (query: string) => parseCostQuery(new URLSearchParams(query), START);

  test('says everything, in any spelling of an amount', () => {
    expect(
      read('price=350.000&own=€ 70 000&percent=3,5&years=20&region=brussels&tax=vat&relief=own-home'),
    ).toMatchObject({
      ...{ price: 350_000, own: 70_000, percent: 3.5, years: 20, region: 'brussels', tax: 'vat' },
      ...{ relief: 'own-home', wrong: {} },
    });
  });

  test('keeps what cannot be read, and computes with what it knows', () => {
    expect(read('price=veel&percent=99&years=0&own=-1&months=4&region=mars&relief=<b>&property=x')).toMatchObject({
      ...{ price: null, percent: 3.3, years: 25, region: 'flanders', relief: null, property: null },
      wrong: { price: 'veel', percent: '99', years: '0', own: '-1', months: '4' },
    });
  });

  test('never fails, whatever is in it', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('price', 'own', 'years', 'relief', 'months'), fc.string()),
        (fields) => {
          const { price, own, relief, region } = read(new URLSearchParams(fields).toString());
          const costs =
            price && purchaseCosts({ price, region, relief, tax: 'vat', typeKeys: null, loan: own ?? 0 }, RULES);
          expect(costs === null || costs === 0 || Number.isFinite(costs.total)).toBe(true);
        },
      ),
    );
  });
});
