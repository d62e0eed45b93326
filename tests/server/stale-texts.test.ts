import { describe, expect, test } from 'vitest';
import { ENGINES } from '../support/storage.ts';
import { articleWith, staffOf, textContent } from '../support/text-content.ts';

const FILE = 'articles/a.json';
const TITLE = { nl: 'Huis', fr: 'Maison', en: 'House', de: 'Haus' };
const TARGETS = ['fr', 'en', 'de'] as const;
const OFFICE = staffOf('office');

describe.each(ENGINES)('stale translations on %s', (engine) => {
  async function article(title: Record<string, string> = TITLE) {
    const content = await textContent(engine, { [FILE]: articleWith(title) });
    const side = async (target: string, source = 'nl') =>
      (await content.translations.file(FILE, { source, target }, OFFICE))!.texts[0]!;
    return {
      ...content,
      side,
      states: async () => Promise.all(TARGETS.map(async (target) => (await side(target)).state)),
      /** The numbers of missing and stale texts per language, from the list. */
      counted: async () => {
        const all = await content.translations.overview(OFFICE, 'nl');
        return TARGETS.map((target) =>
          all
            .get(target)!
            .map(({ missing, stale }) => `${missing} ${stale}`)
            .join(),
        );
      },
      save: async (target: string, text: string) => {
        const { id, base, sourceBase } = await side(target);
        const edit = { id, language: target, base, text, source: { language: 'nl', base: sourceBase } };
        return (await content.translations.save(FILE, target, [edit], OFFICE))[0]!.outcome;
      },
      changeDutch: async (text: string) => {
        content.put(FILE, articleWith({ ...(content.now(FILE).title as object), nl: text } as Record<string, string>));
        await content.record();
      },
    };
  }

  test('nl changes: the others are stale; fr is touched: it is fresh; a dismissal lasts until nl changes', async () => {
    const { states, counted, changeDutch, save, side, translations } = await article();
    expect(await states()).toEqual(['fresh', 'fresh', 'fresh']);
    await changeDutch('Woning');
    expect(await states()).toEqual(['stale', 'stale', 'stale']);
    expect(await counted()).toEqual(['0 1', '0 1', '0 1']);
    expect((await side('fr')).before).toBe('Huis');
    expect(await save('fr', 'Habitation')).toBe('saved');
    expect(await states()).toEqual(['fresh', 'stale', 'stale']);
    const { id } = await side('en');
    expect(await translations.keepRight(FILE, id, { source: 'nl', target: 'en' }, OFFICE)).toBe(true);
    expect(await states()).toEqual(['fresh', 'right', 'stale']);
    expect(await counted()).toEqual(['0 0', '0 0', '0 1']);
    // Another translation does not end the dismissal; another source does.
    expect(await save('de', 'Wohnung')).toBe('saved');
    expect(await states()).toEqual(['fresh', 'right', 'fresh']);
    await changeDutch('Thuis');
    expect(await states()).toEqual(['stale', 'stale', 'stale']);
    expect(await counted()).toEqual(['0 1', '0 1', '0 1']);
  });

  test('a change that is taken back leaves nothing stale, and one of another text neither', async () => {
    const { states, changeDutch, put, record } = await article();
    await changeDutch('Woning');
    await changeDutch('Huis');
    expect(await states()).toEqual(['fresh', 'fresh', 'fresh']);
    put(FILE, articleWith(TITLE, { lead: { nl: 'Meer' } }));
    await record();
    expect(await states()).toEqual(['fresh', 'fresh', 'fresh']);
  });

  test('a change that the history has not seen yet counts, and a file without history is not stale', async () => {
    const { states, counted, put, translations } = await article();
    put(FILE, articleWith({ ...TITLE, nl: 'Woning' }));
    put('articles/b.json', articleWith(TITLE));
    expect(await states()).toEqual(['stale', 'stale', 'stale']);
    expect(await counted()).toEqual(['0 1,0 0', '0 1,0 0', '0 1,0 0']);
    const found = await translations.file('articles/b.json', { source: 'nl', target: 'fr' }, OFFICE);
    expect(found?.texts.map(({ state }) => state)).toEqual(['fresh']);
  });

  test('what is missing counts, an empty text is removed, and the source can be another language', async () => {
    const { states, counted, save, side, now } = await article({ nl: 'Huis', fr: 'Maison' });
    expect(await states()).toEqual(['fresh', 'missing', 'missing']);
    expect(await counted()).toEqual(['0 0', '1 0', '1 0']);
    expect(await save('en', 'House')).toBe('saved');
    expect(await save('fr', '')).toBe('saved');
    expect(now(FILE).title).toEqual({ nl: 'Huis', en: 'House' });
    expect((await side('de', 'en')).texts.en).toBe('House');
  });

  test('a text that somebody else changed meanwhile is left, and so is one whose source changed', async () => {
    const { side, translations, put, now } = await article();
    const { id, base, sourceBase } = await side('fr');
    const edit = { id, language: 'fr', base, text: 'Logis', source: { language: 'nl', base: sourceBase } };
    put(FILE, articleWith({ ...TITLE, fr: 'Demeure' }));
    const [clash] = await translations.save(FILE, 'fr', [edit], OFFICE);
    expect([clash!.outcome, clash!.present]).toEqual(['changed', 'Demeure']);
    put(FILE, articleWith({ ...TITLE, nl: 'Woning' }));
    expect((await translations.save(FILE, 'fr', [edit], OFFICE))[0]!.outcome).toBe('source-changed');
    expect(now(FILE).title).toEqual({ ...TITLE, nl: 'Woning' });
  });

  test('agents see and change the texts of their own properties, readers change none', async () => {
    const property = (Manager: string) => ({ ID: 1, Manager, TypeDescription: { nl: 'Villa' }, City: { nl: 'Halle' } });
    const { translations } = await textContent(engine, {
      'properties/1.json': property('dag-claes'),
      'properties/2.json': property('els-maes'),
      [FILE]: articleWith(TITLE),
    });
    const agent = staffOf('agent', 'dag-claes');
    const seen = async (person = agent) =>
      (await translations.overview(person, 'nl')).get('fr')!.map(({ file }) => file);
    expect(await seen()).toEqual(['properties/1.json']);
    expect(await seen(staffOf('reader'))).toEqual(['properties/1.json', 'properties/2.json', FILE]);
    const direction = { source: 'nl', target: 'fr' };
    expect(await translations.file('properties/2.json', direction, agent)).toBeNull();
    expect(await translations.file('../package.json', direction, OFFICE)).toBeNull();
    const own = (await translations.file('properties/1.json', direction, agent))!.texts;
    expect(own.map(({ mayChange }) => mayChange)).toEqual([true, true]);
    const [text] = (await translations.file('properties/1.json', direction, staffOf('reader')))!.texts;
    expect(text!.mayChange).toBe(false);
    const edit = { id: text!.id, language: 'fr', base: text!.base, text: 'Villa' };
    const outcomes = async (file: string, person = agent) =>
      (await translations.save(file, 'fr', [edit], person)).map(({ outcome }) => outcome);
    expect(await outcomes('properties/2.json')).toEqual(['refused']);
    expect(await outcomes('properties/1.json', staffOf('reader'))).toEqual(['refused']);
    expect(await outcomes('properties/1.json')).toEqual(['saved']);
    expect(await translations.keepRight('properties/2.json', edit.id, direction, agent)).toBe(false);
  });
});
