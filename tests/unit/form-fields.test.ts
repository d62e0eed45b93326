import { describe, expect, test } from 'vitest';
import type { Problems } from '../../src/features/form/form.ts';
import { problemsOf, right } from '../support/judged-forms.ts';

describe('a field is valid or invalid', () => {
  test.each<[string, string, unknown, string | undefined]>([
    ['contact-me', 'email', 'jan@example.be', undefined],
    ['contact-me', 'email', ' jan@example.be ', undefined],
    ['contact-me', 'email', 'jan.van+huis@mail.example.co.uk', undefined],
    ['contact-me', 'email', 'jan@huis.vlaanderen', undefined],
    ['contact-me', 'email', 'jan@müller.de', undefined],
    ['contact-me', 'email', 'jan', 'wrong'],
    ['contact-me', 'email', 'jan@', 'wrong'],
    ['contact-me', 'email', '@example.be', 'wrong'],
    ['contact-me', 'email', 'jan@example', 'wrong'],
    ['contact-me', 'email', 'jan@-example.be', 'wrong'],
    ['contact-me', 'email', 'jan@example..be', 'wrong'],
    ['contact-me', 'email', 'jan@example.be, piet@example.be', 'wrong'],
    ['contact-me', 'email', 'jan@example.be;piet@example.be', 'wrong'],
    ['contact-me', 'email', 'Jan <jan@example.be>', 'wrong'],
    ['contact-me', 'email', 'jan@example.be\r\nBcc: all@example.be', 'wrong'],
    ['contact-me', 'email', 'jan@example.be\nBcc: all@example.be', 'wrong'],
    ['contact-me', 'email', 'jan\0@example.be', 'wrong'],
    ['contact-me', 'email', `${'a'.repeat(65)}@example.be`, 'wrong'],
    ['contact-me', 'email', `jan@${'a.'.repeat(120)}be`, 'too-long'],
    ['contact-me', 'email', ['a@example.be', 'b@example.be'], 'wrong'],
    ['contact-me', 'email', { toString: 'x' }, 'wrong'],
    ['contact-me', 'email', true, 'wrong'],
    ['contact-me', 'phone', '0470 12 34 56', undefined],
    ['contact-me', 'phone', '02 270 12 34 toestel 12', undefined],
    ['contact-demand', 'surface', '150,5 m²', undefined],
    ['contact-demand', 'constructionYear', '± 1975', undefined],
    ['contact-demand', 'constructionYear', '75', 'wrong'],
    ['contact-me', 'phone', '+32 (0)2/270.12.34', undefined],
    ['contact-me', 'phone', '', undefined],
    ['contact-me', 'phone', '1234567', 'wrong'],
    ['contact-me', 'phone', '12 34 56 7', 'wrong'],
    ['contact-me', 'phone', '(((((((((', 'wrong'],
    ['contact-me', 'phone', 'bel mij maar', 'wrong'],
    ['contact-me', 'phone', '0470123456 ext 5', undefined],
    ['contact-me', 'phone', 470123456, undefined],
    ['contact-demand', 'zip', '1850', undefined],
    ['contact-demand', 'zip', 'B-1850', undefined],
    ['contact-demand', 'zip', 'L-4750', undefined],
    ['contact-demand', 'zip', '185', 'wrong'],
    ['contact-demand', 'zip', 'Grimbergen', 'wrong'],
    ['contact-demand', 'zip', '1850\n1860', 'wrong'],
    ['contact-demand', 'surface', '120', undefined],
    ['contact-demand', 'surface', '-1', 'wrong'],
    ['contact-demand', 'surface', '12,5', undefined],
    ['contact-demand', 'surface', '1e5', 'wrong'],
    ['contact-demand', 'surface', '1234567', 'wrong'],
    ['contact-demand', 'propertyType', 'castle', 'wrong'],
    ['contact-demand', 'propertyType', '__proto__', 'wrong'],
    ['contact-demand', 'goal', 'unknown', undefined],
    ['contact-demand', 'goal', 'toString', 'wrong'],
    ['contact-demand', 'goal', ['sale', 'rent'], 'wrong'],
    ['contact-me', 'titleOfAddress', 'mrs', undefined],
    ['contact-me', 'titleOfAddress', 'doctor', 'wrong'],
    ['contact-me', 'timeSlot', ['10:00-13:00'], undefined],
    ['contact-me', 'timeSlot', '10:00-13:00', undefined],
    ['contact-me', 'timeSlot', ['03:00-04:00'], 'wrong'],
    ['contact-me', 'timeSlot', [['10:00-13:00']], 'wrong'],
    ['contact-me', 'firstName', 'Zoë-Ann d’Hondt', undefined],
    ['contact-me', 'firstName', 'a'.repeat(80), undefined],
    ['contact-me', 'firstName', 'a'.repeat(81), 'too-long'],
    ['contact-me', 'firstName', 'Jan\nBcc: x', 'wrong'],
    ['contact-me', 'message', 'een\r\ntwee', undefined],
    ['contact-me', 'message', 'a'.repeat(2000), undefined],
    ['contact-me', 'message', 'a'.repeat(2001), 'too-long'],
    ['contact-appointment', 'startDate', '2028-02-29', undefined],
    ['contact-appointment', 'startDate', '2027-02-29', 'wrong'],
    ['contact-appointment', 'startDate', '2027-02-31', 'wrong'],
    ['contact-appointment', 'startDate', '2027-13-01', 'wrong'],
    ['contact-appointment', 'startDate', '11/01/2027', 'wrong'],
    ['contact-appointment', 'startDate', '2027-01', 'wrong'],
    ['contact-appointment', 'startDate', '2027-01-11T10:00', 'wrong'],
    ['demand-register', 'types', ['house', 'land'], undefined],
    ['demand-register', 'types', 'house', undefined],
    ['demand-register', 'types', ['house', 'castle'], 'wrong'],
    ['demand-register', 'types', ['constructor'], 'wrong'],
    ['demand-register', 'towns', ['9999|atlantis'], 'wrong'],
    ['demand-register', 'frequency', 'hourly', 'wrong'],
    ['offer', 'price', '480000', undefined],
    ['offer', 'price', '0.5', 'wrong'],
    ['offer', 'price', '1234567890', 'wrong'],
  ])('%s, %s: %o', (form, field, value, problem) => {
    expect(
      problemsOf(form, { ...right(form), ...(field === 'startDate' && { endDate: '' }), [field]: value })[field],
    ).toBe(problem);
  });
});

describe('no links', () => {
  const LINKS = [
    'https://evil.example',
    'http://1.2.3.4',
    'HTTPS://EVIL.EXAMPLE',
    'www.evil.example',
    'ftp://evil.example',
    'bit.ly/x',
    'ga naar evil.com/aanbod',
    'hxxp://x',
  ];
  test.each([
    ...LINKS.flatMap((link) => [
      ['send-to-friend', 'message', link],
      ['testimonial', 'message', `Prima. ${link}`],
    ]),
    ['send-to-friend', 'yourName', 'www.evil.example'],
    ['testimonial', 'place', 'https://evil.example'],
  ])('%s, %s: "%s" is refused', (form, field, text) => {
    expect(problemsOf(form!, right(form!, { [field!]: text }))[field!]).toBe('wrong');
  });

  test.each([
    'Kijk eens!',
    'Mooi huis.Vind je niet?',
    '3/4 van de prijs, 24/7 bereikbaar',
    'Prijs: 400.000 euro',
    'jan en/of piet',
    '',
  ])('"%s" is a message', (message) => {
    expect(problemsOf('send-to-friend', right('send-to-friend', { message }))).toEqual({});
  });

  test('a message to a friend has at most three hundred characters', () => {
    expect(problemsOf('send-to-friend', right('send-to-friend', { message: 'a'.repeat(300) }))).toEqual({});
    expect(problemsOf('send-to-friend', right('send-to-friend', { message: 'a'.repeat(301) }))).toEqual({
      message: 'too-long',
    });
  });
});

describe('fields that depend on each other', () => {
  test.each<[string, string, Record<string, unknown>, Problems]>([
    [
      'an end before the start',
      'contact-appointment',
      { startDate: '2027-01-12', endDate: '2027-01-11' },
      { endDate: 'end-before-start' },
    ],
    ['both on one day', 'contact-appointment', { startDate: '2027-01-12', endDate: '2027-01-12' }, {}],
    ['no end', 'contact-appointment', { endDate: '' }, {}],
    ['an end that is no date says only that', 'contact-appointment', { endDate: 'morgen' }, { endDate: 'wrong' }],
    ['a call without a number', 'contact-demand', { contactPreference: 'phone', phone: '' }, { phone: 'missing' }],
    ['a range upside down', 'demand-register', { minPrice: '300000', maxPrice: '200000' }, { maxPrice: 'price-range' }],
    ['a range of one price', 'demand-register', { minPrice: '300000', maxPrice: '300000' }, {}],
    ['compared as numbers, not as text', 'demand-register', { minPrice: '90000', maxPrice: '100000' }, {}],
    ['one end alone', 'demand-register', { minPrice: '300000' }, {}],
    [
      'prices that are none',
      'demand-register',
      { minPrice: 'veel', maxPrice: '-' },
      { minPrice: 'wrong', maxPrice: 'wrong' },
    ],
    ['no zone', 'demand-register', { towns: [] }, { towns: 'missing' }],
    ['a zone by postcode', 'demand-register', { towns: [], zips: '1850, 1860' }, {}],
    ['postcodes of two countries', 'demand-register', { towns: [], zips: 'L-6101; 1850' }, {}],
    ['no postcode', 'demand-register', { zips: '1850, 3' }, { zips: 'wrong' }],
    ['a zone of spaces', 'demand-register', { towns: [], zips: '   ' }, { towns: 'missing' }],
    ['no type', 'demand-register', { types: [] }, { types: 'missing' }],
    [
      'available until before from',
      'demand-register',
      { startDate: '2027-02-01', endDate: '2027-01-01' },
      { endDate: 'end-before-start' },
    ],
  ])('%s', (_name, form, changes, problems) => {
    expect(problemsOf(form, right(form, changes))).toEqual(problems);
  });

  test('are validated also when another field is invalid, so that nobody is sent back twice', () => {
    expect(
      problemsOf('demand-register', right('demand-register', { email: 'x', minPrice: '3', maxPrice: '2', towns: [] })),
    ).toEqual({
      email: 'wrong',
      maxPrice: 'price-range',
      towns: 'missing',
    });
    expect(problemsOf('demand-register', right('demand-register', { email: 'x', towns: [], zips: '  ' }))).toEqual({
      email: 'wrong',
      towns: 'missing',
    });
  });
});
