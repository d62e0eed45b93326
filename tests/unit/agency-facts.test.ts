import { expect, test } from 'vitest';
import { withAgencyFacts } from '../../src/features/agency/agency-facts.ts';

const agency = {
  ...{ name: 'Huis & Thuis', legalName: 'Huis & Thuis bv', street: 'Marktstraat 1', zip: '2800' },
  ...{ city: { nl: 'Mechelen', fr: 'Malines' }, phone: '015123456', email: 'info@huisthuis.example' },
  phoneFormat: 'grouped',
  ...{ bivNumber: '512 345', companyNumber: '', vatNumber: '', insurance: { nl: 'Verzekeraar, polis 1' } },
} as unknown as Parameters<typeof withAgencyFacts>[1];

test('a text names the agency as its settings do, in its own language', () => {
  expect(withAgencyFacts({ nl: '{legalName}, {address}', fr: '{agency}, {address}' }, agency, 'markdown')).toEqual({
    nl: 'Huis & Thuis bv, Marktstraat 1, 2800 Mechelen',
    fr: 'Huis & Thuis, Marktstraat 1, 2800 Malines',
  });
});

test('a telephone number and an email address become links', () => {
  expect(withAgencyFacts({ nl: 'Bel {phone} of mail {email}.' }, agency, 'markdown')?.nl).toBe(
    'Bel [015 12 34 56](tel:+3215123456) of mail [info@huisthuis.example](mailto:info@huisthuis.example).',
  );
});

test('a line whose fact is unknown is left out, and no other one', () => {
  const text = '- BIV: {bivNumber}\n- KBO: {companyNumber}\n- Btw: {vatNumber}\n- Register: {register}\n\nTot ziens.';
  expect(withAgencyFacts({ nl: text }, agency, 'markdown')?.nl).toBe('- BIV: 512 345\n\nTot ziens.');
  expect(withAgencyFacts({ nl: 'A: {insurance}', fr: 'A : {insurance}' }, agency, 'markdown')).toEqual({
    nl: 'A: Verzekeraar, polis 1',
    fr: '',
  });
});

test('other braces and a missing text stay as they are', () => {
  expect(withAgencyFacts({ nl: '{leadMonths} maanden, {onbekend}' }, agency, 'markdown')?.nl).toBe(
    '{leadMonths} maanden, {onbekend}',
  );
  expect(withAgencyFacts(undefined, agency, 'markdown')).toBeUndefined();
});

test('outside Markdown a number is a text, in every text of the content', () => {
  const header = { topBarLeft: [{ icon: 'phone', label: { nl: '{phone}' }, link: 'tel:{phone}' }], fixed: true };
  expect(withAgencyFacts(header, { ...agency, phone: '021234567', phoneFormat: 'zoned' }, 'plain')).toEqual({
    topBarLeft: [{ icon: 'phone', label: { nl: '02 123 45 67' }, link: 'tel:02 123 45 67' }],
    fixed: true,
  });
});
