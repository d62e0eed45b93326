import { describe, expect, test } from 'vitest';
import { ENGINES } from '../support/storage.ts';
import { articleWith, staffOf, textContent } from '../support/text-content.ts';

const OFFICE = staffOf('office');
const DIRECTION = { source: 'nl', target: 'fr' };
const [A, B] = ['articles/a.json', 'articles/b.json'];
const TEXT = 'Eerste & regel <b>\n\nTweede ]]> regel 🙂 שלום';

describe.each(ENGINES)('texts for a translator on %s', (engine) => {
  async function content() {
    const made = await textContent(engine, {
      [A]: articleWith({ nl: 'Huis' }, { content: { nl: TEXT, fr: 'Vieux' } }),
      [B]: articleWith({ nl: 'Tuin', fr: 'Jardin' }),
    });
    const { translations } = made;
    const exported = (scope: 'open' | 'all' | 'pages' = 'all', person = OFFICE) =>
      translations
        .export({ direction: DIRECTION, scope }, () => 'note', person)
        .then((written) => (written.ok ? written.xml : written.problem));
    const preview = (xml: string, person = OFFICE) => translations.preview(Buffer.from(xml), person);
    return {
      ...{ ...made, exported, preview },
      /** The changes of a translated file. */
      texts: (xml: string) => {
        const read = preview(xml);
        if (!read.ok) throw new Error(read.problem);
        return read.texts;
      },
    };
  }

  test('go out by what is missing or by all, come back, are previewed and applied as one with one undo', async () => {
    const { exported, preview, texts, translations, now } = await content();
    expect(await exported('pages')).toBe('nothing');
    const open = await exported('open');
    expect([...open.matchAll(/<trans-unit/g)]).toHaveLength(1);
    const all = await exported();
    expect([...all.matchAll(/<trans-unit/g)]).toHaveLength(3);
    expect(preview(all)).toMatchObject({ ok: true, texts: [], equal: 3, unknown: 0 });
    const translated = all
      .replace('<target></target>', '<target>Maison</target>')
      .replace('<target/>', '<target>Maison</target>')
      .replace('<target>Vieux</target>', '<target>Un &amp; deux\n\nTrois &lt;b&gt; ]]&gt; שלום</target>');
    const changes = texts(translated);
    expect(changes.map(({ old, text, warning }) => [old, text, warning])).toEqual([
      ['', 'Maison', null],
      ['Vieux', 'Un & deux\n\nTrois <b> ]]> שלום', null],
    ]);
    const before = now(A);
    const { id, texts: done } = await translations.import(changes, DIRECTION, OFFICE);
    expect(done.map(({ outcome }) => outcome)).toEqual(['saved', 'saved']);
    expect(now(A)).toMatchObject({
      ...{ title: { nl: 'Huis', fr: 'Maison' }, content: { nl: TEXT, fr: 'Un & deux\n\nTrois <b> ]]> שלום' } },
    });
    expect((await translations.batches('import'))[0]).toMatchObject({ id, changes: 2 });
    const undone = await translations.undo(id!, OFFICE);
    expect(undone!.texts.map(({ outcome }) => outcome)).toEqual(['saved', 'saved']);
    expect(now(A)).toEqual(before);
  });

  test('what changed since the export is warned of, and what changes after the preview is left', async () => {
    const { exported, texts, translations, now, put } = await content();
    const translated = (await exported())
      .replace('<target>Jardin</target>', '<target>Grand jardin</target>')
      .replace('<target>Vieux</target>', '<target>Neuf</target>');
    put(B, articleWith({ nl: 'Grote tuin', fr: 'Jardin' }));
    put(A, articleWith({ nl: 'Huis' }, { content: { nl: TEXT, fr: 'Moins vieux' } }));
    const changes = texts(translated);
    expect(changes.map(({ old, warning }) => [old, warning])).toEqual([
      ['Moins vieux', 'target'],
      ['Jardin', 'source'],
    ]);
    put(A, articleWith({ nl: 'Huis' }, { content: { nl: TEXT, fr: 'Autre' } }));
    const { texts: done } = await translations.import(changes, DIRECTION, OFFICE);
    expect(done.map(({ outcome, present }) => [outcome, present])).toEqual([
      ['changed', 'Autre'],
      ['saved', 'Jardin'],
    ]);
    expect(now(B).title).toEqual({ nl: 'Grote tuin', fr: 'Grand jardin' });
  });

  test('that are too many for one file are not written, since the file could not come back', async () => {
    const long = 'woord '.repeat(8000);
    const many = Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`articles/long-${at}.json`, articleWith({ nl: long })]),
    );
    const { translations } = await textContent(engine, many);
    const written = await translations.export({ direction: DIRECTION, scope: 'all' }, () => '', OFFICE);
    expect(written).toEqual({ ok: false, problem: 'too-large' });
  });

  test('a file for another language, of other texts or of texts of others is refused', async () => {
    const { exported, preview } = await content();
    const all = await exported();
    const problem = (xml: string, person = OFFICE) => {
      const read = preview(xml, person);
      return read.ok ? null : read.problem;
    };
    expect(problem(all.replaceAll('target-language="fr"', 'target-language="it"'))).toBe('other-language');
    expect(problem(all.replaceAll('target-language="fr"', 'target-language="nl"'))).toBe('other-language');
    for (const original of [
      'articles/none.json',
      '../package.json',
      'labels/fr.json',
      `articles/${'a'.repeat(5000)}.json`,
    ])
      expect(problem(all.replaceAll(/original="[^"]+"/g, `original="${original}"`)), original.slice(0, 40)).toBe(
        'unknown',
      );
    expect(problem(all, staffOf('agent', 'dag-claes'))).toBe('unknown');
    expect(problem(all, staffOf('reader'))).toBe('unknown');
    const [one] = [all.replace('id="/title"', 'id="/nothing"')];
    expect(preview(one)).toMatchObject({ ok: true, unknown: 1 });
    expect(await exported('all', staffOf('agent', 'dag-claes'))).toBe('nothing');
  });

  test('a text that is not the one of the preview, or that would break its file, is not written', async () => {
    const { translations, now } = await content();
    const edit = (more: object) => ({ file: A, id: '/title', text: 'x', base: '', sourceBase: 'other', ...more });
    const { id, texts } = await translations.import(
      [
        edit({}),
        edit({ id: '/id' }),
        edit({ id: '/image/src' }),
        edit({ file: 'settings/none.json' }),
        edit({ file: '../x.json' }),
        edit({ file: 'articles/\0.json' }),
      ],
      DIRECTION,
      OFFICE,
    );
    expect([id, texts.map(({ outcome }) => outcome)]).toEqual([
      null,
      ['source-changed', 'gone', 'gone', 'gone', 'gone', 'gone'],
    ]);
    expect(now(A).title).toEqual({ nl: 'Huis' });
  });
});
