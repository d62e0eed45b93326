import { textDigest } from '../../../content/changes/change-texts.server.ts';
import type { ActionContext, Outcome, StudioAction } from '../../staff/studio/studio-action.view.ts';
import { directionOf } from './text-query.view.ts';

/** What is done with the labels of the site. */
export const LABEL_ACTIONS = {
  async 'labels-save'({ studio, person, fields, all }: ActionContext): Promise<Outcome> {
    const { translations } = studio;
    const query = new URLSearchParams(fields('list', 1000));
    const { target } = directionOf(query, translations);
    const delivered = fields('delivered', 100);
    const edits = all('at').flatMap((at) => {
      const [key, base] = [fields(`id-${at}`, 100), fields(`base-${at}`, 40)];
      const text = key === delivered ? '' : fields(`text-${at}`, 5000).trim();
      return key && textDigest(text) !== base ? [{ key, base, text }] : [];
    });
    const to = `/studio/translations/labels/?${query}`;
    if (edits.length === 0) return { to, wrong: 'nothing' };
    const results = await translations.changeLabels(target, edits, person);
    const refused = results.filter(({ outcome }) => outcome !== 'saved' && outcome !== 'same');
    return refused.length > 0 ? { view: { kind: 'labels', query, refused } } : { to, done: 'saved' };
  },
} satisfies Record<string, StudioAction>;
