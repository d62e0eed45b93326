import { describe, expect, test } from 'vitest';
import { textDigest } from '../../src/content/changes/change-texts.server.ts';
import { defaultLabels } from '../../src/i18n/current-labels.ts';
import { ENGINES } from '../support/storage.ts';
import { staffOf, textContent } from '../support/text-content.ts';

const DIRECTION = { source: 'nl', target: 'fr' };
const FILE = 'labels/fr.json';
const [delivered, dutch] = [defaultLabels('fr')!, defaultLabels('nl')!];

describe.each(ENGINES)('labels of the site on %s', (engine) => {
  async function labels(own: Record<string, string> = {}) {
    const content = await textContent(engine, { [FILE]: { $schema: '../schemas/labels.json', ...own } });
    const label = (key: string) => content.translations.labels(DIRECTION).find((one) => one.key === key);
    return {
      ...{ ...content, label },
      save: async (key: string, text: string, base = textDigest(label(key)?.own ?? '')) =>
        (await content.translations.changeLabels('fr', [{ key, base, text }], staffOf('office')))[0]!.outcome,
    };
  }

  test('every label of the product is there, with its own wording and the one beside it', async () => {
    const { label, translations } = await labels({ FOR_SALE: 'En vente' });
    expect(translations.labels(DIRECTION)).toHaveLength(Object.keys(dutch).length);
    expect(label('FOR_SALE')).toEqual({
      ...{ key: 'FOR_SALE', delivered: delivered.FOR_SALE, own: 'En vente', source: dutch.FOR_SALE },
    });
    expect(label('FOR_RENT')?.own).toBeNull();
  });

  test('an own wording is written; an empty one, or the one of the product, leaves the file', async () => {
    const { save, now } = await labels({ FOR_RENT: 'En location' });
    expect(await save('FOR_SALE', 'En vente')).toBe('saved');
    expect(now(FILE)).toEqual({ $schema: '../schemas/labels.json', FOR_RENT: 'En location', FOR_SALE: 'En vente' });
    expect(await save('FOR_SALE', '')).toBe('saved');
    expect(await save('FOR_RENT', delivered.FOR_RENT!)).toBe('saved');
    expect(now(FILE)).toEqual({ $schema: '../schemas/labels.json' });
    expect(await save('FOR_SALE', delivered.FOR_SALE!)).toBe('same');
    expect(await save('NO_SUCH_LABEL', 'x')).toBe('unknown');
    expect(await save('constructor', 'x')).toBe('unknown');
  });

  test('a text with other placeholders than the product is refused', async () => {
    const { save, now } = await labels();
    expect(delivered.REF_SHORT).toContain('{id}');
    for (const text of ['Réf.', 'Réf. {name}', 'Réf. {id} {name}'])
      expect(await save('REF_SHORT', text)).toBe('placeholders');
    expect(now(FILE)).not.toHaveProperty('REF_SHORT');
    expect(await save('REF_SHORT', 'Numéro {id}')).toBe('saved');
    expect(await save('FOR_SALE', 'En {vente}')).toBe('placeholders');
  });

  test('a label that somebody else changed meanwhile is left', async () => {
    const { save, now, put } = await labels({ FOR_SALE: 'En vente' });
    put(FILE, { FOR_SALE: 'À acheter' });
    expect(await save('FOR_SALE', 'Ventes', textDigest('En vente'))).toBe('changed');
    expect(now(FILE)).toEqual({ FOR_SALE: 'À acheter' });
  });

  test('a label under its earlier key is found, and moves to its present key', async () => {
    const { save, now, label } = await labels({ PLAN_A_VISIT: 'Venez voir' });
    expect(label('PLAN_A_VIEWING')?.own).toBe('Venez voir');
    expect(await save('PLAN_A_VIEWING', 'Venez visiter')).toBe('saved');
    expect(now(FILE)).toEqual({ $schema: '../schemas/labels.json', PLAN_A_VIEWING: 'Venez visiter' });
  });
});
