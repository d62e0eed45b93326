import type { Transaction } from 'kysely';
import type { LabelKey } from '../../i18n/label-key.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { ownersOf } from '../../platform/accounts/owners-of.ts';
import type { Schema, ViewingRow } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { agencyMail } from '../agency/agency-mail.server.ts';
import { momentInWords } from '../property/plain-text.server.ts';
import type { ViewingChange } from './change-viewing.server.ts';
import { factsOf, type Sender } from './viewing-facts.server.ts';

/** Subject and sentence of each mail to an owner. */
const WORDS = {
  confirmed: ['VIEWING_MAIL_CONFIRMED', 'VIEWING_OWNER_CONFIRMED'],
  moved: ['VIEWING_MAIL_MOVED', 'VIEWING_OWNER_MOVED'],
  cancelled: ['VIEWING_MAIL_CANCELLED', 'VIEWING_OWNER_CANCELLED'],
} as const satisfies Record<string, readonly [LabelKey, LabelKey]>;

/**
 * Whether the owners get a mail about a change: when the viewing is confirmed after it, or was before. Who confirms it,
 * and whether by a move, does not matter.
 */
export const areOwnersMailed = (before: ViewingRow['state'], after: ViewingRow['state']): boolean =>
  before === 'confirmed' || after === 'confirmed';

/** The mails to the owners about a change of a viewing: they may be there. They do not name the visitor. */
export async function ownerMails(
  transaction: Transaction<Schema>,
  viewing: ViewingRow,
  { change, next }: { change: ViewingChange; next: Partial<ViewingRow> },
  sender: Sender,
): Promise<OutgoingMail[]> {
  const after = { ...viewing, ...next };
  if (!areOwnersMailed(viewing.state, after.state)) return [];
  const { site } = sender;
  // Owners hear of a viewing once it is confirmed: until then there is no time from which it was moved.
  const what = change.do === 'cancel' ? 'cancelled' : viewing.state === 'confirmed' ? 'moved' : 'confirmed';
  const [subject, sentence] = WORDS[what];
  return (await ownersOf(transaction, viewing.property_id)).map((owner) => {
    const language = site.languages.find((code) => code === owner.language) ?? site.defaultLanguage;
    const t = labelsIn(language);
    const { title, rows } = factsOf(after, sender, language, { isCertain: true });
    const before = momentInWords(viewing.starts_at, language);
    return agencyMail(site, {
      kind: `viewing-${what}-owner`,
      to: owner.email,
      name: owner.name,
      language,
      subject: t(subject, { title }),
      preheader: momentInWords(after.starts_at, language),
      paragraphs: [t(sentence)],
      rows: what === 'moved' ? [...rows, [t('VIEWING_BEFORE'), before] as const] : rows,
    });
  });
}
