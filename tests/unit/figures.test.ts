import { describe, expect, test } from 'vitest';
import { demandRegister } from '../../src/features/alert/demand-register.ts';
import { validateForm } from '../../src/features/form/validate-form.ts';
import { contactMe } from '../../src/features/lead/forms.ts';
import { amountIn, areaIn, yearIn } from '../../src/platform/text/figures.ts';

describe('an amount', () => {
  test.each([
    ['400000', 400_000],
    ['400.000', 400_000],
    ['400,000', 400_000],
    ['€ 400 000', 400_000],
    ['€ 400 000', 400_000],
    ['400.000 EUR', 400_000],
    ['1.250.000,00', 1_250_000],
    ['400.000,-', 400_000],
    ['400k', 400_000],
    ['1,2 mln', 1_200_000],
    ['1.25M', 1_250_000],
    ['0', 0],
  ])('"%s" is %i', (text, amount) => expect(amountIn(text)).toBe(amount));

  test.each(['', 'x', '-5', '400.5', '40.00.000', '1e6', '4 of 5', 'k', '12,3456k', '€'])('"%s" is none', (text) =>
    expect(amountIn(text)).toBeNull(),
  );

  test('is stored as its digits; what is none is reported at its own field', () => {
    const validators = demandRegister.fields
      .filter(({ name }) => /Price$/.test(name))
      .map((field) => ({ ...field, values: undefined }));
    const validate = (minPrice: string, maxPrice: string) =>
      validateForm({ minPrice, maxPrice }, validators, ['price-range']);
    expect(validate('€ 300 000', '400k')).toEqual({ ok: true, values: { minPrice: '300000', maxPrice: '400000' } });
    expect(validate('400k', '300.000')).toEqual({ ok: false, problems: { maxPrice: 'price-range' } });
    expect(validate('veel', '300.000')).toEqual({ ok: false, problems: { minPrice: 'wrong' } });
    expect(validate('', '1234567890')).toEqual({ ok: false, problems: { maxPrice: 'wrong' } });
  });

  test('text of other fields is not read as one', () => {
    const message = contactMe.fields
      .filter(({ name }) => name === 'message')
      .map((field) => ({ ...field, values: undefined }));
    expect(validateForm({ message: '400k' }, message)).toEqual({ ok: true, values: { message: '400k' } });
  });
});

describe('an area', () => {
  test.each([
    ['150', 150],
    ['150 m²', 150],
    ['150m2', 150],
    ['150,5', 151],
    ['± 150 m²', 150],
    ['1.200 m²', 1200],
    ['1 200', 1200],
    ['12 a', 1200],
    ['1,5 ha', 15_000],
    ['0', 0],
  ])('"%s" is %i square metres', (text, area) => expect(areaIn(text)).toBe(area));
  test.each(['', 'groot', '-5', '150 km', '1.2.3', '10 x 15', '12m3', '5constructor'])('"%s" is none', (text) =>
    expect(areaIn(text)).toBeNull(),
  );
});

describe('a year', () => {
  test.each([
    ['1975', 1975],
    ['± 1975', 1975],
    ['ca. 1930', 1930],
    ['rond 2001', 2001],
    ['1975?', 1975],
  ])('"%s" is %i', (text, year) => expect(yearIn(text)).toBe(year));
  test.each(['75', '975', '19755', '2175', 'oud', ''])('"%s" is none', (text) => expect(yearIn(text)).toBeNull());
});
