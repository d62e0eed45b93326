import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FORMS } from '../../src/features/lead/forms.ts';
import { carelessFrench, foreignWords } from '../support/stop-words.ts';

const LANGUAGES = ['nl', 'fr', 'en', 'de'] as const;
const labels = Object.fromEntries(
  LANGUAGES.map((code) => [
    code,
    JSON.parse(readFileSync(`src/i18n/default-labels/${code}.json`, 'utf8')) as Record<string, string>,
  ]),
) as Record<(typeof LANGUAGES)[number], Record<string, string>>;

/** Placeholders that hold a number, an amount, a date or a letter: no article or elision depends on them. */
const FIGURES = new Set(
  (
    'amount charges count date days deposit from high id km label least low max minutes most n number page percent ' +
    'phone price reference shown step surface to total value year years'
  ).split(' '),
);
/** Labels with a count that can never be one. */
const NEVER_ONE: Readonly<Record<string, string>> = {
  PAGING_TITLE: 'pages exist only above one property',
  ALERT_ALL: 'the button exists only when some properties are left out',
  SEEKERS: 'is rounded to five and never said below the least number',
  MAP_RANGE: 'says where in the list a visitor is',
  CHOOSER_FOUND: 'has no noun beside the number',
};
/** Words that the table in content/README.md replaces. */
const RETIRED: Readonly<Record<(typeof LANGUAGES)[number], RegExp>> = {
  nl: /ingenomen|vrije? uren|\bgekend\b/i,
  fr: /heures? libres?|stocker/i,
  en: /\bflats?\b|\b(?:request|plan|book) a visit\b|\bhomes?\b(?!page)/,
  de: /\bGebot\b|\bKnopf\b|Zustandsbericht|Hochwasser|freie Zeit/,
};

describe('French', () => {
  test('has no article or preposition before a word that is filled in: "de {agency}" would need an elision', () => {
    const risky = Object.entries(labels.fr).filter(([, text]) =>
      [...text.matchAll(/(?<![\p{L}’])(?:de|du|que|le|la|ce|se|ne|au) \{(\w+)\}/giu)].some(
        // A project and a person have a noun before their name.
        ([before, name = '']) => !FIGURES.has(name) && !/^(?:la|le) \{(?:cookies|privacy)\}$/.test(before),
      ),
    );
    expect(risky).toEqual([]);
  });

  test('has non-breaking spaces at its punctuation', () => {
    expect(carelessFrench('Prénom: Anne')).toHaveLength(1);
    expect(carelessFrench('Quand ?')).toHaveLength(1);
    expect(carelessFrench('Il dit « oui\u00a0»')).toHaveLength(1);
    expect(carelessFrench('Oui\u00a0: « oui »'.replaceAll(' ', '\u00a0'))).toEqual([]);
    const careless = Object.entries(labels.fr).filter(([, text]) => carelessFrench(text).length > 0);
    expect(careless).toEqual([]);
  });
});

describe.each(LANGUAGES)('%s', (code) => {
  test('counts in two forms', () => {
    const counted = Object.entries(labels[code])
      .filter(([key, text]) => text.includes('{count}') && !/_(?:ONE|OTHER)$/.test(key))
      .map(([key]) => key);
    expect(counted.filter((key) => !Object.hasOwn(NEVER_ONE, key))).toEqual([]);
  });

  test('says nothing in another language', () => {
    const foreign = Object.entries(labels[code]).flatMap(([key, text]) =>
      foreignWords(text.replace(/\{\w+\}/g, ''), code).map((word) => `${key}: ${word}`),
    );
    expect(foreign).toEqual([]);
  });

  test('uses no retired word', () => {
    const found = Object.entries(labels[code]).flatMap(([key, text]) => {
      const word = RETIRED[code].exec(text)?.[0];
      return word ? [`${key}: "${word}" is retired`] : [];
    });
    expect(found, 'docs/glossary.md and content/README.md have the words that are used').toEqual([]);
  });

  test('asks nothing and addresses nobody in the rows of a mail', () => {
    const rows = FORMS.filter(({ name }) => name !== 'send-to-friend').flatMap(({ name, fields }) =>
      fields
        .filter(({ options }) => options !== 'viewing-slots')
        .map((field) => ({ name, said: labels[code][field.rowLabel ?? field.label] ?? '' })),
    );
    expect(rows.length).toBeGreaterThan(30);
    const wrong = /[?:!]$|\b(?:uw|u|ik|votre|vous|je|your|you|I|Ihre?|Sie|ich)\b/;
    expect(rows.filter(({ said }) => wrong.test(said))).toEqual([]);
  });
});
