import Negotiator from 'negotiator';
import { describe, expect, test } from 'vitest';
import { isLanguageCode, languageName, languageOfPath, negotiatedLanguage } from '../../src/i18n/languages.ts';

const settings = { defaultLanguage: 'nl', enabledLanguages: ['nl', 'fr', 'de'] };

test.each(['nl', 'fr', 'xx'])('%s has the form of a language code', (code) => {
  expect(isLanguageCode(code)).toBe(true);
});

test.each(['NL', 'n', 'nld', 'nl-BE', '', 'n1', 'nl\n', 12, null, undefined, ['nl']])(
  '%o is no language code',
  (code) => {
    expect(isLanguageCode(code)).toBe(false);
  },
);

test.each([
  ['/nl/', 'nl'],
  ['/fr/a-vendre/', 'fr'],
  ['/fr', 'fr'],
])('the path %s selects %s', (path, language) => {
  expect(languageOfPath(path, settings)).toBe(language);
});

test.each(['/', '', '/en/', '/FR/', '/fra/', '/te-koop/nl/', '//nl/', '/__proto__/'])(
  'the path %s selects no language',
  (path) => {
    expect(languageOfPath(path, settings)).toBeNull();
  },
);

describe('a visitor whose path names no language', () => {
  test.each([
    ['gets what was remembered', 'de', 'fr-BE', 'de'],
    ['gets no remembered language that is not enabled', 'en', 'fr-BE', 'fr'],
    ['gets no remembered nonsense', '__proto__', 'fr', 'fr'],
    ['gets the language of the browser', null, 'fr-BE,fr;q=0.9,en;q=0.8', 'fr'],
    ['gets the one the browser likes best', null, 'de;q=0.5,fr;q=0.8', 'fr'],
    ['gets the first of two that are liked alike', null, 'de,fr', 'de'],
    ['gets the first one that is enabled', null, 'en-GB,en,de;q=0.1', 'de'],
    ['is spared a language it refuses', null, 'fr;q=0,de;q=0.1', 'de'],
    ['may write in capitals and with spaces', null, ' FR-be ; Q=0.9 , de;q=0.8', 'fr'],
    ['gets the default for anything goes', null, '*', 'nl'],
    ['gets the default without a preference', null, null, 'nl'],
    ['gets the default for nonsense', '', ';;q=,,fr;q=x', 'nl'],
    ['who speaks North Frisian (frr) does not get French', null, 'frr,de;q=0.5', 'de'],
  ])('%s', (_, remembered, accept, language) => {
    const headers = accept === null ? {} : { 'accept-language': accept };
    const accepted = new Negotiator({ headers }).languages();
    expect(negotiatedLanguage({ remembered, accepted }, settings)).toBe(language);
  });
});

test.each([
  ['nl', 'Nederlands'],
  ['fr', 'Français'],
  ['en', 'English'],
  ['de', 'Deutsch'],
])('%s calls itself %s', (language, name) => {
  expect(languageName(language)).toBe(name);
});
