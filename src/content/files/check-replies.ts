import { FORMS } from '../../features/lead/forms.ts';
import { REPLY_PLACES, unknownPlaces } from '../../features/lead/reply-settings.ts';
import type { Content } from '../content.ts';
import { type ContentProblem, referenceProblem } from './content-problem.ts';

const FILE = 'settings/replies.json';

/** Reports replies with one name, places that no reply knows, and forms that do not exist. */
export function checkReplies({ settings }: Content): ContentProblem[] {
  const { replies } = settings.replies;
  const ids = replies.map(({ id }) => id);
  const forms = FORMS.map(({ name }) => name);
  return replies.flatMap(({ id, text, forms: offered }, at) => {
    const error = (field: string, found: string, allowed: string, names: Iterable<string> = []) =>
      referenceProblem(FILE, `replies[${at}].${field}`, found, allowed, names);
    return [
      ...(ids.indexOf(id) < at ? [error('id', id, 'give each reply an id of its own')] : []),
      ...Object.entries(text).flatMap(([language, words]) =>
        unknownPlaces(words).map((place) =>
          error(`text.${language}`, `{${place}}`, `use ${REPLY_PLACES.map((one) => `{${one}}`).join(', ')}`),
        ),
      ),
      ...offered.flatMap((form, n) =>
        forms.includes(form) ? [] : [error(`forms[${n}]`, form, `name a form: ${forms.join(', ')}`, forms)],
      ),
    ];
  });
}
