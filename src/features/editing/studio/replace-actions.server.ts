import type { ActionContext, Outcome, StudioAction } from '../../staff/studio/studio-action.view.ts';
import { textsLeft } from '../text.view.ts';
import { replacementOf } from './text-query.view.ts';

/** Replacing words in the whole content. */
export const REPLACE_ACTIONS = {
  async 'replace-apply'({ studio, person, fields, all }: ActionContext): Promise<Outcome> {
    const query = new URLSearchParams(fields('list', 8000));
    const search = replacementOf(query, studio.translations);
    const to = `/studio/replace/?${query}`;
    const chosen = all('place');
    if (search.find.trim() === '' || chosen.length === 0) return { to, wrong: 'nothing' };
    const { texts } = await studio.translations.replace(search, chosen, person);
    // A text without the words has changed since the preview.
    const left = [...textsLeft(texts), ...texts.filter(({ outcome }) => outcome === 'same')];
    if (left.length === 0) return { to: '/studio/replace/', done: 'replaced' };
    return { view: { kind: 'left', done: 'replaced', count: texts.length - left.length, left, back: to } };
  },
} satisfies Record<string, StudioAction>;
