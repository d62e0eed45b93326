import { type TextEdit, textDigest } from '../../../content/changes/change-texts.server.ts';
import { partsOf } from '../../../content/fields/pointer.ts';
import type { ActionContext, Outcome, StudioAction } from '../../staff/studio/studio-action.view.ts';
import { textsLeft } from '../text.view.ts';
import { directionOf } from './text-query.view.ts';

const MOST_CHARACTERS = 50_000;

/** The texts of a form that differ from what was shown: `text-3`, with `id-3`, `base-3` and `source-3`. */
function editsIn({ all, fields }: ActionContext, { source, target }: { source: string; target: string }): TextEdit[] {
  return all('at').flatMap((at) => {
    const [id, text] = [fields(`id-${at}`, 500), fields(`text-${at}`, MOST_CHARACTERS)];
    const base = fields(`base-${at}`, 40);
    if (partsOf(id).length === 0 || textDigest(text) === base) return [];
    return [{ id, language: target, base, text, source: { language: source, base: fields(`source-${at}`, 40) } }];
  });
}

/** What is done with translations, and with changes of many texts at once. */
export const TRANSLATION_ACTIONS = {
  async 'translations-save'(context: ActionContext): Promise<Outcome> {
    const { studio, person, fields } = context;
    const { translations } = studio;
    const query = new URLSearchParams(fields('list', 1000));
    const file = query.get('file') ?? '';
    const direction = directionOf(query, translations);
    if (!(await translations.file(file, direction, person))) return { to: '/studio/translations/', wrong: 'unknown' };
    const edits = editsIn(context, direction);
    const right = fields('right', 500);
    const results = edits.length > 0 ? await translations.save(file, direction.target, edits, person) : [];
    // A text that was typed anew is right by itself.
    const isSaved = results.some(({ edit, outcome }) => edit.id === right && outcome === 'saved');
    const isKept = right !== '' && !isSaved && (await translations.keepRight(file, right, direction, person));
    const refused = results.filter(({ outcome }) => outcome !== 'saved' && outcome !== 'same');
    if (refused.length > 0) return { view: { kind: 'translation', query, refused } };
    const to = `/studio/translations/file/?${query}`;
    return edits.length > 0 || isKept ? { to, done: 'saved' } : { to, wrong: 'nothing' };
  },
  async 'batch-undo'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    const undone = await studio.translations.undo(fields('batch', 60), person);
    if (!undone) return { to: '/studio/replace/', wrong: 'unknown' };
    const back = '/studio/replace/';
    const left = textsLeft(undone.texts);
    if (left.length === 0) return { to: back, done: 'batch-undone' };
    return { view: { kind: 'left', done: 'undone', count: undone.texts.length - left.length, left, back } };
  },
} satisfies Record<string, StudioAction>;
