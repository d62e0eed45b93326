import { beforeAll, expect, test } from 'vitest';
import { snoozeChoices, snoozedUntil } from '../../src/features/lead/studio/actions.server.ts';
import { labelsIn } from '../../src/i18n/labels.server.ts';
import { untilWords } from '../../src/ui/studio/dates.ts';
import { agencySite } from '../support/submit.ts';

beforeAll(() => {
  agencySite(['nl', 'fr', 'en', 'de']);
});

const TUESDAY = Date.parse('2026-11-24T10:00:00Z');
const words = (moment: string, language = 'en', now = TUESDAY) => untilWords(moment, language, labelsIn(language), now);

test.each([
  ['2026-11-24T17:00:00Z', 'this evening 18:00'],
  ['2026-11-24T13:00:00Z', 'today 14:00'],
  ['2026-11-25T08:00:00Z', 'tomorrow 09:00'],
  ['2026-11-30T08:00:00Z', 'Monday 09:00'],
  ['2026-12-01T08:00:00Z', 'Tuesday, 1 December 09:00'],
])('%s is %s', (moment, said) => {
  expect(words(moment)).toBe(said);
});

test.each([
  ['nl', ['Vanavond 18:00', 'Morgen 09:00', 'Maandag 09:00']],
  ['fr', ['Ce soir 18:00', 'Demain 09:00', 'Lundi 09:00']],
  ['de', ['Heute Abend 18:00', 'Morgen 09:00', 'Montag 09:00']],
])('the buttons say until when in %s', (language, said) => {
  expect(snoozeChoices(language, labelsIn(language), TUESDAY).map((choice) => choice.words)).toEqual(said);
});

test('what has been is not offered, and Monday only once', () => {
  const sunday = Date.parse('2026-11-29T18:00:00Z');
  const choices = snoozeChoices('en', labelsIn('en'), sunday);
  expect(choices.map((choice) => choice.words)).toEqual(['Tomorrow 09:00']);
  expect(snoozedUntil(choices[0]!.until, sunday)).toBe('2026-11-30T08:00:00.000Z');
});

test('the choices hold on the day on which the clock changes', () => {
  const saturday = Date.parse('2026-10-24T10:00:00Z');
  const moments = snoozeChoices('en', labelsIn('en'), saturday).map(({ until }) => snoozedUntil(until, saturday));
  expect(moments).toEqual(['2026-10-24T16:00:00.000Z', '2026-10-25T08:00:00.000Z', '2026-10-26T08:00:00.000Z']);
});
