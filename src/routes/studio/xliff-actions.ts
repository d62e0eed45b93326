import * as z from 'zod';
import { contentTitle, trailWords } from '../../features/studio/text-words.ts';
import { labelsIn } from '../../i18n/labels.ts';
import { download } from './download.ts';
import type { ActionContext, Outcome, StudioAction } from './studio-action.ts';
import { directionOf, kindOf } from './text-query.ts';
import { textsLeft } from './text-view.ts';

const START = '/studio/translations/';

/** The texts of an import as the preview sends them back. */
const importedTexts = z.array(
  z.object({ file: z.string(), id: z.string(), text: z.string(), base: z.string(), sourceBase: z.string() }),
);

function textsIn(posted: readonly string[]): z.infer<typeof importedTexts> {
  try {
    const read = importedTexts.safeParse(posted.map((one) => JSON.parse(one)));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}

/** Texts that go to a translator and come back. */
export const XLIFF_ACTIONS = {
  async 'translations-export'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    const query = new URLSearchParams([...['language', 'source', 'kind'].map((name) => [name, fields(name, 20)])]);
    const direction = directionOf(query, studio.translations);
    const scope = kindOf(query) ?? (fields('kind', 20) === 'all' ? 'all' : 'open');
    const t = labelsIn(person.language);
    const written = await studio.translations.export(
      { direction, scope },
      ({ title, file }, { trail }) =>
        `${contentTitle(title, file, { language: person.language, t })} · ${trailWords(trail, t)}`,
      person,
    );
    if (!written.ok) return { to: START, wrong: written.problem === 'nothing' ? 'xliff-nothing' : 'too-large' };
    const name = `${direction.source}-${direction.target}.xlf`;
    return download(written.xml, 'application/xliff+xml; charset=utf-8', name);
  },
  async 'translations-import'({ studio, person, fields, upload }: ActionContext): Promise<Outcome> {
    const pasted = fields('xliff', Number.MAX_SAFE_INTEGER);
    const bytes = upload('file') ?? (pasted.trim() ? Buffer.from(pasted.trim()) : null);
    if (!bytes) return { to: START, wrong: 'xliff-empty' };
    const preview = studio.translations.preview(bytes, person);
    if (!preview.ok) return { to: START, wrong: `xliff-${preview.problem}` };
    return { view: { kind: 'xliff', preview } };
  },
  async 'translations-apply'({ studio, person, fields, all }: ActionContext): Promise<Outcome> {
    const query = new URLSearchParams(['language', 'source'].map((name) => [name, fields(name, 5)]));
    const texts = textsIn(all('text'));
    if (texts.length === 0) return { to: START, wrong: 'nothing' };
    const done = await studio.translations.import(texts, directionOf(query, studio.translations), person);
    const left = textsLeft(done.texts);
    if (left.length === 0) return { to: START, done: 'imported' };
    return { view: { kind: 'left', done: 'imported', count: done.texts.length - left.length, left, back: START } };
  },
} satisfies Record<string, StudioAction>;
