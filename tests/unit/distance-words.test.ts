import { expect, test } from 'vitest';
import fr from '../../src/i18n/default-labels/fr.json' with { type: 'json' };
import nl from '../../src/i18n/default-labels/nl.json' with { type: 'json' };
import { distanceInWords } from '../../src/i18n/distance-words.ts';
import type { Translate } from '../../src/i18n/label-key.ts';

/** Labels of a language with their places filled in. */
const labels =
  (all: Readonly<Record<string, string>>): Translate =>
  (key, values = {}) =>
    (all[key] ?? '').replace(/\{(\w+)\}/g, (_all, name: string) => String((values as Record<string, unknown>)[name]));

test.each([
  ['10', 'Binnen 10 km', 'Dans un rayon de 10 km'],
  ['car-30', 'Binnen 30 min met de auto', 'À 30 min en voiture'],
  ['bike-15', 'Binnen 15 min met de fiets', 'À 15 min à vélo'],
  ['foot-20', 'Binnen 20 min te voet', 'À 20 min à pied'],
])('%s is "%s"', (text, dutch, french) => {
  expect(distanceInWords(text, labels(nl))).toBe(dutch);
  expect(distanceInWords(text, labels(fr))).toBe(french);
});
