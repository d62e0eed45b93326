import { describe, expect, test } from 'vitest';
import { wordingIn } from '../../src/features/property/advert.ts';
import { wordingSettings } from '../../src/features/property/settings.ts';
import data from '../fixtures/agency/settings/wording.json' with { type: 'json' };

const { rules } = wordingSettings.parse(data);
const kinds = (text: string, language: string) => wordingIn(text, language, rules).map(({ rule }) => rule.kind);

describe('words of an advert that are reported', () => {
  test.each([
    ['nl', 'Ideaal appartement. ENKEL WERKENDEN met referenties.', 'income'],
    ['nl', 'Geen OCMW’ers aub', 'income'],
    ['nl', 'enkel\nBelgen', 'ground'],
    ['nl', 'EPC in aanvraag', 'pending'],
    ['fr', 'CPAS s’abstenir', 'income'],
    ['fr', 'Pas d’etrangers', 'ground'],
    ['fr', 'PEB en cours.', 'pending'],
    ['fr', 'Chauffage gratuit !', 'energy'],
    ['en', 'Only working people, please', 'income'],
    ['en', 'No kids', 'ground'],
    ['de', 'Nur für Berufstätige', 'income'],
    ['de', 'keine auslander', 'ground'],
  ])('%s: %s', (language, text, kind) => {
    expect(kinds(text, language)).toEqual([kind]);
  });

  test.each([
    ['nl', 'Op wandelafstand van het OCMW en de kinderopvang; geen kinderachtige kleuren.'],
    ['nl', 'Werkenden uit de stad wonen hier graag. De bewoners zijn enkel Belgenaar.'],
    ['fr', 'Près du CPAS et de l’école. Belge depuis 1830.'],
    ['en', 'Enkel werkenden'],
    ['de', 'Kinderzimmer und Heizung, Energieausweis B'],
  ])('%s: %s is not', (language, text) => {
    expect(kinds(text, language)).toEqual([]);
  });

  test('are quoted as they are written, each once', () => {
    const found = wordingIn('É! Geen  Kinderen. Écht: geen  kinderen, Geen  Kinderen.', 'nl', rules);
    expect(found.map(({ words }) => words)).toEqual(['Geen  Kinderen', 'geen  kinderen']);
  });

  test('a phrase is text, not a pattern', () => {
    const rule = { ...rules[0]!, phrases: ['a.c (x)', 'kind+'] };
    expect(wordingIn('abc (x) kinddd', 'nl', [rule])).toEqual([]);
    expect(wordingIn('een a.c (x', 'nl', [{ ...rule, phrases: ['a.c'] }])).toHaveLength(1);
  });
});

test('every language of the product has rules of every kind, each with its source', () => {
  for (const language of ['nl', 'fr', 'en', 'de'])
    expect(new Set(rules.filter((rule) => rule.language === language).map(({ kind }) => kind)).size).toBe(4);
  for (const { source } of rules) expect(source.length).toBeGreaterThan(10);
});
