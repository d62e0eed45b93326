import { describe, expect, test } from 'vitest';
import { conditionText, dateText, image, link, localizedText, slugText } from '../../src/content/fields/fields.ts';

describe('text per language', () => {
  test.each([{ nl: 'Huis', fr: 'Maison' }, { NL: 'Huis' }, {}, { nl: '' }])('%o is one', (text) => {
    expect(localizedText.parse(text)).toEqual(text);
  });

  test.each([
    { dutch: 'Huis' },
    { Nl: 'Huis' },
    { 'nl-BE': 'Huis' },
    { '': 'Huis' },
    { nl: 12 },
    { nl: null },
    'Huis',
    null,
    ['Huis'],
  ])('%o is none', (text) => {
    expect(localizedText.safeParse(text).success).toBe(false);
  });

  test('a wrong language code is reported in plain words', () => {
    const result = localizedText.safeParse({ nederlands: 'Huis' });
    expect(result.error?.issues).toMatchObject([
      { path: ['nederlands'], message: '"nederlands" is not a language code; use two letters such as "nl" or "fr"' },
    ]);
  });

  test.each(['constructor', 'prototype'])('the key %s is an ordinary mistake', (key) => {
    expect(localizedText.safeParse(JSON.parse(`{ "${key}": "x" }`)).success).toBe(false);
  });

  test('the key __proto__ is never accepted', () => {
    const result = localizedText.safeParse(JSON.parse('{ "__proto__": "x", "nl": "Huis" }'));
    expect(Object.keys(result.data ?? {})).not.toContain('__proto__');
    expect(Object.getPrototypeOf(result.data ?? {})).toBe(Object.prototype);
  });
});

describe('a date', () => {
  test.each([
    '2026-10-11',
    '2026-10-11 09:30',
    '2026-10-11 09:30:00',
    '2026-10-11T09:30:00Z',
    '2026-10-11T09:30:00+02:00',
    '2028-02-29',
  ])('may be %s', (text) => {
    expect(dateText.safeParse(text).success).toBe(true);
  });

  test.each([
    '',
    '11-10-2026',
    '11/10/2026',
    '2026-1-1',
    '2026-10',
    '2026-13-01',
    '2026-10-32',
    '2026-10-11 25:00',
    'morgen',
  ])('may not be "%s"', (text) => {
    expect(dateText.safeParse(text).success).toBe(false);
  });

  test.each(['2026-02-29', '2026-02-31', '2026-04-31 10:00'])('%s does not exist', (text) => {
    expect(dateText.safeParse(text).error?.issues).toMatchObject([{ message: 'This date does not exist' }]);
  });
});

describe('a picture', () => {
  test.each(['photos/large.jpg', 'house.JPEG', 'a/b/c.png', 'x.webp', 'photos/woning..nieuw.jpg'])(
    'may be %s',
    (src) => {
      expect(image.safeParse({ src }).success).toBe(true);
    },
  );

  test.each([
    '',
    '/etc/house.jpg',
    '\\house.jpg',
    '../secret.jpg',
    'photos/../../secret.jpg',
    'photos\\..\\secret.jpg',
    'https://evil.be/house.jpg',
    'data:image/house.png',
    'house.svg',
    'house.jpg.exe',
    'house',
  ])('may not be "%s"', (src) => {
    expect(image.safeParse({ src }).success).toBe(false);
  });

  test('has a size of at least a pixel and no unknown field', () => {
    expect(image.safeParse({ src: 'x.jpg', width: 0 }).success).toBe(false);
    expect(image.safeParse({ src: 'x.jpg', title: 'Huis' }).success).toBe(false);
  });
});

describe('a link', () => {
  test.each([
    'https://www.dorpel.be/',
    'http://dorpel.be',
    'tel:+32471770184',
    'mailto:info@dorpel.be',
    '/',
    '/nl/contact/',
  ])('may be %s', (text) => {
    expect(link.safeParse(text).success).toBe(true);
  });

  test.each([
    '',
    'contact',
    '//evil.be',
    '/\\evil.be',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://x.be',
    'https://a b.be',
    'https://',
    'mailto:info',
    'tel:',
    '/nl/ contact',
  ])('may not be "%s"', (text) => {
    expect(link.safeParse(text).success).toBe(false);
  });
});

test.each(['te-koop', 'a', 'testimonial-1'])('%s is a name', (text) => {
  expect(slugText.safeParse(text).success).toBe(true);
});

test.each(['', 'Te-koop', 'te--koop', '-te', 'te-', 'te koop', 'à', '../x', '__proto__'])('"%s" is no name', (text) => {
  expect(slugText.safeParse(text).success).toBe(false);
});

test('a condition is a text; whether it is readable is reported when it is used', () => {
  expect(conditionText.safeParse('Goal = 1').success).toBe(true);
  expect(conditionText.safeParse(1).success).toBe(false);
});
