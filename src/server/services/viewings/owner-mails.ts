import type { Transaction } from 'kysely';
import { labelsIn } from '../../../i18n/labels.ts';
import { agencyMail } from '../../catalogue/site/agency-mail.ts';
import { momentInWords } from '../../catalogue/site/plain-text.ts';
import type { OwnerRow } from '../../platform/database/owner-schema.ts';
import type { Schema, ViewingRow } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import type { ViewingChange } from './change-viewing.ts';
import { factsOf, type Sender } from './viewing-facts.ts';

/** The owners of a property who have an account. */
export const ownersOf = (
  db: Pick<Transaction<Schema>, 'selectFrom'>,
  propertyId: string,
): Promise<Pick<OwnerRow, 'id' | 'name' | 'email' | 'language'>[]> =>
  db
    .selectFrom('owner_properties')
    .innerJoin('owners', 'owners.id', 'owner_properties.owner_id')
    .select(['owners.id', 'owners.name', 'owners.email', 'owners.language'])
    .where('owner_properties.property_id', '=', propertyId)
    .where('owners.disabled_at', 'is', null)
    .orderBy('owners.name')
    .execute();

/**
 * The mails to the owners of a property about a confirmed viewing that is moved or cancelled: owners may be
 * there. They do not name the visitor.
 */
export async function ownerMails(
  transaction: Transaction<Schema>,
  viewing: ViewingRow,
  { change, next }: { change: ViewingChange; next: Partial<ViewingRow> },
  sender: Sender,
): Promise<OutgoingMail[]> {
  if (viewing.state !== 'confirmed' || change.do === 'confirm') return [];
  const { site } = sender;
  const isOff = change.do === 'cancel';
  return (await ownersOf(transaction, viewing.property_id)).map((owner) => {
    const language = site.languages.find((code) => code === owner.language) ?? site.defaultLanguage;
    const t = labelsIn(language);
    const { title, rows } = factsOf({ ...viewing, ...next }, sender, language, { isCertain: true });
    const before = momentInWords(viewing.starts_at, language);
    return agencyMail(site, {
      kind: `viewing-${isOff ? 'cancelled' : 'moved'}-owner`,
      to: owner.email,
      name: owner.name,
      language,
      subject: t(isOff ? 'VIEWING_MAIL_CANCELLED' : 'VIEWING_MAIL_MOVED', { title }),
      preheader: momentInWords(next.starts_at ?? viewing.starts_at, language),
      paragraphs: [t(isOff ? 'VIEWING_OWNER_CANCELLED' : 'VIEWING_OWNER_MOVED')],
      rows: isOff ? rows : [...rows, [t('VIEWING_BEFORE'), before] as const],
    });
  });
}
