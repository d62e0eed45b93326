import { describe, expect, test } from 'vitest';
import { placeName } from '../../src/features/editing/text-batches.server.ts';
import { ENGINES } from '../support/storage.ts';
import { articleWith, staffOf, textContent } from '../support/text-content.ts';

const OFFICE = staffOf('office');
const SEARCH = { find: 'villa', replacement: 'huis', withCase: false, wholeWords: true };
const [A, B] = ['articles/a.json', 'articles/b.json'];

describe.each(ENGINES)('replacing a word on %s', (engine) => {
  async function content() {
    const made = await textContent(engine, {
      [A]: articleWith(
        { nl: 'Villa te koop', fr: 'Villa à vendre' },
        {
          content: {
            nl: 'Een villa. [De villa](/nl/villa/) op https://villa.example/villa, {villa} villapark.\n\nVILLA',
          },
          image: { src: 'villa.jpg', alt: { nl: 'De villa' } },
          link: { label: { nl: 'Naar de villa' }, href: '/nl/villa/' },
        },
      ),
      [B]: articleWith({ nl: 'Villa in Halle' }),
      'menu/villa.json': { id: 'villa', name: { nl: 'Villa' }, path: { nl: 'villa' }, params: {} },
    });
    const { translations } = made;
    const found = async (search: Parameters<typeof translations.places>[0] = SEARCH, person = OFFICE) =>
      (await translations.places(search, person)).places;
    return {
      ...made,
      found,
      replace: async (places: readonly Parameters<typeof placeName>[0][], search = SEARCH, person = OFFICE) =>
        translations.replace(search, places.map(placeName), person),
    };
  }

  test('shows every place in texts, and none in an address, a file name, an identifier or a placeholder', async () => {
    const { found } = await content();
    const said = (await found()).map(({ file, language, before, found: word, after, replaced }) =>
      [file, language, `${before}[${word}>${replaced}]${after}`].join(' '),
    );
    expect(said).toHaveLength(9);
    expect(said[0]).toBe(`${'menu/villa.json'} nl [Villa>Huis]`);
    expect(said.filter((one) => one.includes('[VILLA>HUIS]'))).toHaveLength(1);
    expect(said.join('\n')).not.toMatch(/\/\[villa|\{\[villa|\.jpg|\[villa>huis\]park|https:\/\/\[/);
    expect(await found({ ...SEARCH, withCase: true })).toHaveLength(4);
    expect(await found({ ...SEARCH, wholeWords: false })).toHaveLength(10);
    expect(await found({ ...SEARCH, language: 'fr' })).toHaveLength(1);
    expect(await found({ ...SEARCH, kind: 'pages' })).toHaveLength(1);
    expect(await found({ ...SEARCH, find: '(villa' })).toEqual([]);
    expect(await found(SEARCH, staffOf('reader'))).toEqual([]);
  });

  test('replaces what was chosen in one action, and takes it back in one', async () => {
    const { found, replace, now, translations } = await content();
    const before = [now(A), now(B)];
    const places = await found();
    const { id, texts } = await replace(places.filter(({ before }) => before !== 'Een '));
    expect(texts.every(({ outcome }) => outcome === 'saved')).toBe(true);
    expect(now(A).content).toEqual({
      nl: 'Een villa. [De huis](/nl/villa/) op https://villa.example/villa, {villa} villapark.\n\nHUIS',
    });
    expect(now(A).link).toEqual({ label: { nl: 'Naar de huis' }, href: '/nl/villa/' });
    expect(now(A).title).toEqual({ nl: 'Huis te koop', fr: 'Huis à vendre' });
    expect(now('menu/villa.json')).toMatchObject({ id: 'villa', name: { nl: 'Huis' }, path: { nl: 'villa' } });
    const [batch] = await translations.batches();
    expect(batch).toMatchObject({ id, who: OFFICE.name, changes: texts.length, undone_at: null });
    const undone = await translations.undo(id!, OFFICE);
    expect(undone!.texts.every(({ outcome }) => outcome === 'saved')).toBe(true);
    expect([now(A), now(B)]).toEqual(before);
    expect(await translations.undo(id!, OFFICE)).toBeNull();
  });

  test('a place whose text changed since the preview is left out and said; the others are replaced', async () => {
    const { found, replace, now, put } = await content();
    const places = await found();
    put(B, articleWith({ nl: 'Een villa in Halle en een villa in Asse' }));
    const { texts } = await replace(places);
    const left = texts.filter(({ outcome }) => outcome !== 'saved');
    expect(left.map(({ file, outcome, present }) => [file, outcome, present])).toEqual([
      [B, 'changed', 'Een villa in Halle en een villa in Asse'],
    ]);
    expect(now(B).title).toEqual({ nl: 'Een villa in Halle en een villa in Asse' });
    expect(now(A).title).toEqual({ nl: 'Huis te koop', fr: 'Huis à vendre' });
  });

  test('undoing leaves a text that was changed again since, says so, and keeps other edits', async () => {
    const { found, replace, now, put, translations } = await content();
    const { id } = await replace(await found());
    put(B, articleWith({ nl: 'Huis in Halle, verkocht' }));
    put(A, { ...now(A), lead: { nl: 'Nieuw' } });
    const undone = await translations.undo(id!, OFFICE);
    const left = undone!.texts.filter(({ outcome }) => outcome !== 'saved');
    expect(left.map(({ file, outcome, present }) => [file, outcome, present])).toEqual([
      [B, 'changed', 'Huis in Halle, verkocht'],
    ]);
    expect(now(B).title).toEqual({ nl: 'Huis in Halle, verkocht' });
    expect(now(A)).toMatchObject({ lead: { nl: 'Nieuw' }, title: { nl: 'Villa te koop', fr: 'Villa à vendre' } });
  });

  test('who may not change a text replaces nothing', async () => {
    const { found, replace, now, translations } = await content();
    const places = await found();
    const refused = await replace(places, SEARCH, staffOf('reader'));
    expect(refused.id).toBeNull();
    expect(refused.texts.every(({ outcome }) => outcome === 'refused')).toBe(true);
    expect(await translations.batches()).toEqual([]);
    expect(now(B).title).toEqual({ nl: 'Villa in Halle' });
    const odd = await translations.replace(SEARCH, ['', '[]', '["../x.json","/a","nl",0,""]', '{}'], OFFICE);
    expect(odd).toEqual({ id: null, texts: [] });
  });
});
