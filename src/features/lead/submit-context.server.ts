import type { Transaction } from 'kysely';
import type { Ctx } from '../../content/site/ctx.server.ts';
import type { LabelKey } from '../../i18n/label-key.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import type { ContentLink } from '../../platform/mail/mail-content.ts';
import type { FormDefinition, FormValues, LeadEffects, LeadMails, OfferedProperty } from '../form/form.ts';
import type { Listing } from '../property/listing.ts';

/** A valid lead within the transaction that stores it. */
export interface LeadContext {
  id: string;
  reference: string;
  form: FormDefinition;
  values: FormValues;
  /** The values as mails show them. */
  mailedValues: FormValues;
  language: string;
  listing: Listing | null;
  raw: Readonly<Record<string, unknown>>;
}

/** What the mail to the agency offers: the main action, further ones, and the time for its calendar. */
export interface AgencyActions {
  button?: ContentLink;
  links: readonly ContentLink[];
  calendar?: NonNullable<OutgoingMail['calendar']>;
}

/** The data that other services store with a lead, and the mails and links about it. */
export interface LeadFollowUp extends Omit<LeadEffects, 'subscribe'> {
  mails: Pick<LeadMails<OutgoingMail>, 'viewing' | 'documents' | 'savedSearch' | 'offerToOwners'>;
  /** What the agency can do from its mail, such as to confirm the viewing. */
  agencyActions(): AgencyActions;
  /** What the visitor can do from the receipt, such as to withdraw an offer. */
  visitorLinks(): readonly ContentLink[];
  /** What the receipt says besides, such as that another offer is accepted already. */
  visitorNotes(): readonly LabelKey[];
}

/** The dependencies of `submitForm`; the app passes in the other services, which do not know each other. */
export interface SubmitContext
  extends Pick<Ctx, 'database' | 'recordEvent' | 'secret' | 'site' | 'siteUrl' | 'wakeOutbox'> {
  captcha: 'on' | 'off';
  log: { error(facts: object, message: string): void };
  /** Number of free times for a viewing; null where viewings are not booked by time. */
  freeTimes(listing: Listing): Promise<number | null>;
  seekersFor(property: OfferedProperty): Promise<number | null>;
  /** Whether somebody with this email address has a confirmed saved search. */
  hasSavedSearch(email: string): Promise<boolean>;
  followUp(transaction: Transaction<Schema>, lead: LeadContext): LeadFollowUp;
}
