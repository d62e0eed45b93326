import { nameOf, textOf } from '../../../domain/forms/form.ts';
import { labelsIn } from '../../../i18n/labels.ts';

const WORDS = { mr: 'MAIL_MR', mrs: 'MAIL_MRS' } as const;

/**
 * The name with which mails address a visitor: with the title that the visitor chose, else first and last name; empty
 * for a visitor without a name.
 */
export function addressedName(values: Readonly<Record<string, unknown>>, language: string): string {
  const title = textOf(values, 'titleOfAddress');
  const name = textOf(values, 'lastName');
  return name && (title === 'mr' || title === 'mrs') ? labelsIn(language)(WORDS[title], { name }) : nameOf(values);
}
