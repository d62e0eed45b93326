import { describe, expect, test } from 'vitest';
import {
  CONSENT_FIELDS,
  choiceOf,
  clearConsent,
  readConsent,
  signalsOf,
  writeConsent,
} from '../../src/features/consent/consent.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;

/** A storage like the browser's: text only, null for what is not there. */
function storage(held: Record<string, string> = {}) {
  return {
    held,
    getItem: (name: string) => held[name] ?? null,
    setItem(name: string, value: string) {
      held[name] = value;
    },
    removeItem(name: string) {
      delete held[name];
    },
  };
}
const storageWith = (changes: Record<string, string> = {}) => {
  const one = storage();
  writeConsent(
    one,
    choiceOf((field) => field === 'consentAdStorage'),
    '1',
    NOW,
  );
  Object.assign(one.held, changes);
  return one;
};

test('a choice is stored under the specified names, with its time and the version of the text', () => {
  expect(storageWith().held).toEqual({
    consent: 'true',
    consentAdUserData: 'false',
    consentAdStorage: 'true',
    consentAnalyticsStorage: 'false',
    consentAdPersonalization: 'false',
    consentAt: '2026-11-21T12:00:00.000Z',
    consentVersion: '1',
  });
});

test.each(Array.from({ length: 16 }, (_, bits) => bits))(
  'choice %i of the sixteen is read as it was stored',
  (bits) => {
    const choice = choiceOf((field) => Boolean(bits & (1 << CONSENT_FIELDS.indexOf(field))));
    const one = storage();
    writeConsent(one, choice, '1', NOW);
    expect(readConsent(one, '1', NOW)).toEqual(choice);
  },
);

describe('a visitor is asked again', () => {
  test.each([
    ['after the text has changed', {}, '2', NOW],
    ['after half a year', {}, '1', NOW + 184 * DAY_MS],
    ['when the time lies ahead', { consentAt: '2027-01-01T00:00:00.000Z' }, '1', NOW],
    ['when the time cannot be read', { consentAt: 'yesterday' }, '1', NOW],
    ['when one value is neither true nor false', { consentAdStorage: 'yes' }, '1', NOW],
    ['when one value is an object', { consentAnalyticsStorage: '{"a":1}' }, '1', NOW],
    ['when the choice itself is missing', { consent: 'false' }, '1', NOW],
    ['when the version is another kind of thing', { consentVersion: '' }, '1', NOW],
  ])('%s', (_when, changes, version, now) => {
    expect(readConsent(storageWith(changes), version, now)).toBeNull();
  });

  test('when nothing was stored', () => {
    expect(readConsent(storage(), '1', NOW)).toBeNull();
  });

  test('but not on the day before half a year has passed', () => {
    expect(readConsent(storageWith(), '1', NOW + 182 * DAY_MS)).not.toBeNull();
  });
});

test('clearing a choice removes all of its own entries and nothing else', () => {
  const one = storageWith({ lang: 'fr' });
  clearConsent(one);
  expect(one.held).toEqual({ lang: 'fr' });
});

test('tags receive the four signals, all denied without a choice', () => {
  expect(signalsOf(choiceOf((field) => field === 'consentAdUserData'))).toEqual({
    analytics_storage: 'denied',
    ad_storage: 'denied',
    ad_user_data: 'granted',
    ad_personalization: 'denied',
  });
  expect(Object.values(signalsOf(null))).toEqual(['denied', 'denied', 'denied', 'denied']);
});
