import type { LabelKey } from '../../i18n/label-key.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { nameOf, textOf } from './form.ts';

const WORDS = new Map<string, LabelKey>([
  ['mr', 'MAIL_MR'],
  ['mrs', 'MAIL_MRS'],
  ['miss', 'MAIL_MISS'],
]);

/**
 * The name with which mails address a visitor: with the title that the visitor chose, else first and last name; empty
 * for a visitor without a name.
 */
export function addressedName(values: Readonly<Record<string, unknown>>, language: string): string {
  const title = WORDS.get(textOf(values, 'titleOfAddress'));
  const name = textOf(values, 'lastName');
  return name && title ? labelsIn(language)(title, { name }) : nameOf(values);
}
