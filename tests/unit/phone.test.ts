import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPhone, phoneLink, searchedDigits, whatsappLink } from '../../src/platform/text/contact-details.ts';

const GROUPED = { phoneFormat: 'grouped' } as const;

test.each([
  ['0471770184', '0471 77 01 84'],
  ['0471/77.01.84', '0471 77 01 84'],
  ['0471 770 184', '0471 77 01 84'],
  ['0471\u00a077\u00a001\u00a084', '0471 77 01 84'],
  ['022701234', '022 70 12 34'],
  ['02/270.12.34', '022 70 12 34'],
])('%s is shown as %s', (number, shown) => {
  expect(formatPhone(number, GROUPED)).toBe(shown);
});

test.each([
  ['021234567', '02 123 45 67'],
  ['03/234.56.78', '03 234 56 78'],
  ['04 234 56 78', '04 234 56 78'],
  ['092345678', '09 234 56 78'],
  ['015123456', '015 12 34 56'],
  ['0470550184', '0470 55 01 84'],
  ['0800 12 345', '0800 12 345'],
])('by zones, %s is shown as %s', (number, shown) => {
  expect(formatPhone(number, { phoneFormat: 'zoned' })).toBe(shown);
});

test.each([
  '',
  '12345678',
  '12345678901',
  '+32 471 77 01 84',
  '0470-55-01-84',
  '0471 77 01 8x',
  'vraag Nele',
  '٠٤٧٠٥٥٠١٨٤',
])('"%s" is shown unchanged', (number) => {
  expect(formatPhone(number, GROUPED)).toBe(number);
});

test('a number in groups has the same digits, and grouping it twice changes nothing', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{8,11}$/), (number) => {
      const shown = formatPhone(number, GROUPED);
      return shown.replaceAll(' ', '') === number && formatPhone(shown, GROUPED) === shown;
    }),
  );
});

test.each([
  ['0471 77 01 84', 'tel:+32471770184'],
  ['0471/77.01.84', 'tel:+32471770184'],
  ['02 270 12 34', 'tel:+3222701234'],
  ['+32 471 77 01 84', 'tel:+32471770184'],
  [' +352 26 12 34', 'tel:+352261234'],
  ['+32 (0)471 77 01 84', 'tel:+32471770184'],
  ['0032 470 55 01 84', 'tel:0032470550184'],
  ['112', 'tel:112'],
  ['02 270 12 34 toestel 12', 'tel:+3222701234;ext=12'],
  ['+32 2 270 12 34 ext. 7', 'tel:+3222701234;ext=7'],
])('%s is dialled by %s', (number, link) => {
  expect(phoneLink(number)).toBe(link);
});

test.each(['', ' ', '-', '+', 'vraag Nele'])('"%s" cannot be dialled', (number) => {
  expect(phoneLink(number)).toBe('');
});

test('a telephone link contains only a number, whatever is entered', () => {
  fc.assert(fc.property(fc.string(), (number) => /^(tel:\+?\d+(;ext=\d{1,5})?)?$/.test(phoneLink(number))));
});

test.each([
  ['0470 55 01 84', 'https://wa.me/32470550184'],
  ['+32 (0)470 55 01 84', 'https://wa.me/32470550184'],
  ['00352 621 12 34 56', 'https://wa.me/352621123456'],
  ['112', ''],
  ['vraag Nele', ''],
])('a chat with %s is opened by "%s"', (number, link) => expect(whatsappLink(number)).toBe(link));

test('a chat begins with the text that it is given', () => {
  expect(whatsappLink('0470 55 01 84', 'Villa & tuin (24/1)')).toBe(
    'https://wa.me/32470550184?text=Villa%20%26%20tuin%20(24%2F1)',
  );
});

test.each([
  ['0475 12 34 56', '475123456'],
  ['+32475123456', '475123456'],
  ['0032 (0)475/12.34.56', '475123456'],
  ['02/270.12.34', '22701234'],
  ['+33 6 12 34 56 78', '612345678'],
  ['0475 12', ''],
  ['34101', ''],
  ['Kerkstraat 123456', ''],
])('%s is looked for as "%s"', (number, digits) => {
  expect(searchedDigits(number)).toBe(digits);
});
