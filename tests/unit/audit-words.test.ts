import { describe, expect, test } from 'vitest';
import { AUDIT_ACTIONS } from '../../src/features/staff/audit-actions.ts';
import { STUDIO_ACTIONS } from '../../src/features/staff/rights.ts';
import { auditChange, auditSentence } from '../../src/features/staff/studio/audit-words.ts';
import { defaultLabels } from '../../src/i18n/current-labels.ts';
import { labelsIn, loadLabels } from '../../src/i18n/labels.server.ts';

const LANGUAGES = ['nl', 'fr', 'en', 'de'];
loadLabels(Object.fromEntries(LANGUAGES.map((code) => [code, defaultLabels(code)!])));

const LINE = { staff_id: 'a', who: 'Lotte Peeters', action: '', subject: '', before: null, after: null };
const said = (changes: Partial<Record<keyof typeof LINE, string | null>>, language = 'en') =>
  auditSentence({ ...LINE, ...changes } as typeof LINE, labelsIn(language)).join('');
const changed = (action: string, before: object | null, after: object | null, language = 'en') =>
  auditChange(
    { ...LINE, action, before: before && JSON.stringify(before), after: after && JSON.stringify(after) } as never,
    language,
    labelsIn(language),
  );

test.each(LANGUAGES)('every kind of line names its subject once and who did it, in %s', (language) => {
  for (const [action, { about }] of Object.entries(AUDIT_ACTIONS)) {
    const [before, subject, after] = auditSentence({ ...LINE, action, subject: 'S-U-B' }, labelsIn(language));
    expect(subject !== '', action).toBe(about !== 'none');
    expect(`${before}${after}`, action).not.toMatch(/[{}\0]|S-U-B/);
    // Who was refused is nobody yet.
    expect(before.includes('Lotte Peeters'), action).toBe(!action.endsWith('-refused'));
  }
});

test('what reaches far, or is done with people, has a sentence', () => {
  const silent = ['lead-note', 'lead-snooze', 'lead-draft', 'calendar-feed', 'presence', 'account-preferences'];
  // What is done with content is in the history of the content, with who, when and each field.
  const ofContent = /^(?:content|translations|labels|replace|batch|photo)-/;
  const actions = Object.keys(STUDIO_ACTIONS).filter((action) => !silent.includes(action) && !ofContent.test(action));
  expect(actions.filter((action) => !Object.hasOwn(AUDIT_ACTIONS, action))).toEqual([]);
});

describe('a line of the audit', () => {
  test('is a sentence', () => {
    expect(said({ action: 'lead-reply', subject: '2611-K7Q2A' })).toBe(
      'Lotte Peeters replied to lead 2611-K7Q2A of a visitor',
    );
    expect(said({ action: 'viewing-move', subject: 'an ID' }, 'nl')).toBe('Lotte Peeters verplaatste een bezoek');
  });

  test('says that something was erased, and who is unknown', () => {
    expect(said({ action: 'person-read', subject: '[erased]' })).toBe('Lotte Peeters looked at the data of (erased)');
    expect(said({ action: 'viewing-move', subject: '[erased]' })).toBe('Lotte Peeters moved (erased)');
    expect(said({ action: 'login-refused', who: '', staff_id: null })).toContain('unknown account');
    expect(said({ action: 'staff-add', who: 'command', staff_id: null, subject: 'an@x.example' })).toContain(
      'Command on the server',
    );
  });

  test('without a sentence is still readable', () => {
    expect(said({ action: 'something-new', subject: 'x' })).toBe('Lotte Peeters: something-new x');
  });

  test('says what changed, in words', () => {
    expect(changed('staff-role', { role: 'reader' }, { role: 'office' }, 'nl')).toBe('Lezer → Kantoor');
    expect(changed('viewing-missed', { state: 'confirmed' }, { state: 'missed' })).toBe('Confirmed → Did not come');
    expect(
      changed('viewing-move', { startsAt: '2026-11-24T13:00:00.000Z' }, { startsAt: '2026-11-25T09:30:00.000Z' }, 'nl'),
    ).toBe('24-11-2026 14:00 → 25-11-2026 10:30');
    expect(changed('account-profile', { name: 'A', language: 'nl' }, { name: 'A', language: 'fr' })).toBe('nl → fr');
    expect(changed('lead-assign', { name: '' }, { name: 'Sam' })).toBe('– → Sam');
    expect(changed('person-erase', null, { leads: 2, outbox: 3 })).toBe('5 rows');
    expect(changed('leads-export', null, { state: 'open', count: 1 })).toBe('1 row');
    expect(changed('person-merge', null, { email: '[erased]' })).toBe('(erased)');
    expect(changed('login', null, null)).toBe('');
  });
});
