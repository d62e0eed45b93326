import { describe, expect, test } from 'vitest';
import { filledReply, unknownPlaces } from '../../src/features/lead/replies.ts';
import { leadFilterOf, snoozedUntil } from '../../src/features/lead/studio/actions.server.ts';
import { waitedInWords } from '../../src/features/lead/studio/waited.ts';
import { isWithin, mayOpen, RIGHTS, ROLES, reachOf } from '../../src/features/staff/rights.ts';
import { nextPath } from '../../src/features/staff/studio/enter-studio.server.ts';
import { acceptedStep, newTotpKey, sealed, unsealed } from '../../src/platform/accounts/second-factor.server.ts';
import { totpCode } from '../support/staff.ts';

describe('roles', () => {
  test.each([
    ['admin', 'person.erase', 'all'],
    ['office', 'person.erase', null],
    ['agent', 'leads.read', 'open'],
    ['agent', 'leads.reply', 'own'],
    ['agent', 'leads.assign', 'take'],
    ['agent', 'leads.export', null],
    ['editor', 'leads.read', null],
    ['reader', 'leads.read', 'all'],
    ['reader', 'leads.reply', null],
    ['office', 'staff.manage', null],
  ] as const)('%s has %s: %s', (role, right, reach) => {
    expect(reachOf(role, right)).toBe(reach);
  });

  test('everybody may enter, and only an administrator has every right', () => {
    expect(ROLES.filter((role) => !mayOpen(role, ''))).toEqual([]);
    const whole = ROLES.filter((role) =>
      Object.keys(RIGHTS).every((right) => reachOf(role, right as keyof typeof RIGHTS)),
    );
    expect(whole).toEqual(['admin']);
  });

  test.each([
    ['all', 'somebody', true],
    ['own', 'me', true],
    ['own', null, false],
    ['own', 'somebody', false],
    ['open', null, true],
    ['open', 'me', true],
    ['open', 'somebody', false],
    ['take', null, true],
    ['take', 'me', false],
    [null, 'me', false],
  ] as const)('%s reaches what is with %s: %s', (reach, holder, is) => {
    expect(isWithin(reach, 'me', holder)).toBe(is);
  });
});

describe('codes of an authenticator app', () => {
  const key = newTotpKey();
  const now = Date.parse('2026-11-24T10:00:10Z');

  test('the code of now and of a clock that is one step off are accepted, others are not', () => {
    const step = acceptedStep(key, totpCode(key, now), null, now)!;
    expect(acceptedStep(key, totpCode(key, now - 30_000), null, now)).toBe(step - 1);
    expect(acceptedStep(key, totpCode(key, now + 30_000), null, now)).toBe(step + 1);
    for (const off of [-90_000, 90_000]) expect(acceptedStep(key, totpCode(key, now + off), null, now)).toBeNull();
    expect(acceptedStep(key, `${totpCode(key, now).slice(0, 3)} ${totpCode(key, now).slice(3)}`, null, now)).toBe(step);
  });

  test('a code works once, and no code before it works after it', () => {
    const step = acceptedStep(key, totpCode(key, now), null, now)!;
    expect(acceptedStep(key, totpCode(key, now), step, now)).toBeNull();
    expect(acceptedStep(key, totpCode(key, now - 30_000), step, now)).toBeNull();
    expect(acceptedStep(key, totpCode(key, now + 30_000), step, now + 30_000)).toBe(step + 1);
  });

  test.each(['', '12345', 'abcdef', '1234567'])('"%s" is no code', (code) => {
    expect(acceptedStep(key, code, null, now)).toBeNull();
  });

  test('a key is stored encrypted and can be read with the same secret only', () => {
    const stored = sealed(key, 'a secret');
    expect(stored).not.toContain(key);
    expect(sealed(key, 'a secret')).not.toBe(stored);
    expect(unsealed(stored, 'a secret')).toBe(key);
    expect(unsealed(stored, 'another secret')).toBeNull();
    expect(unsealed('nonsense', 'a secret')).toBeNull();
  });
});

describe('replies', () => {
  test('places are filled in, and one without a value becomes empty', () => {
    expect(filledReply('Dag {name}, {property} is vrij. {link}', { name: 'An', property: 'Villa' })).toBe(
      'Dag An, Villa is vrij. ',
    );
  });
  test('what is no place stays as it is, and the check names it', () => {
    expect(filledReply('{naam} {constructor}', {})).toBe('{naam} {constructor}');
    expect(unknownPlaces('Dag {naam} en {agency}')).toEqual(['naam']);
  });
});

test.each([
  ['/studio/leads/?state=all', '/studio/leads/?state=all'],
  ['//evil.example/studio/', '/studio/'],
  ['https://evil.example/', '/studio/'],
  ['/nl/', '/studio/'],
  ['/studio/\n', '/studio/'],
  [undefined, '/studio/'],
])('after a login %s leads to %s', (given, to) => {
  expect(nextPath(given)).toBe(to);
});

test('a filter in the address that cannot be read does not count', () => {
  const now = Date.parse('2026-11-24T10:00:00Z');
  expect(leadFilterOf(new URLSearchParams('state=nonsense&age=9999&form=&q= An '), now)).toMatchObject({
    state: 'open',
    form: undefined,
    since: undefined,
    text: 'An',
  });
  expect(leadFilterOf(new URLSearchParams('state=handled&age=7'), now)).toMatchObject({
    state: 'handled',
    since: '2026-11-17T10:00:00.000Z',
  });
});

test.each([
  ['2026-11-25', '2026-11-25T08:00:00.000Z'],
  ['2026-11-24 18:00', '2026-11-24T17:00:00.000Z'],
  ['2026-11-24 09:00', null],
  ['2026-11-23', null],
  ['tomorrow', null],
  ['2026-02-31', null],
])('a lead is snoozed until %s: %s', (day, moment) => {
  expect(snoozedUntil(day, Date.parse('2026-11-24T10:00:00Z'))).toBe(moment);
});

test.each([
  ['2026-11-24T09:30:00Z', '30 minutes ago'],
  ['2026-11-24T07:00:00Z', '3 hours ago'],
  ['2026-11-20T10:00:00Z', '4 days ago'],
])('%s was %s', (at, words) => {
  expect(waitedInWords(at, 'en', Date.parse('2026-11-24T10:00:00Z'))).toBe(words);
});
