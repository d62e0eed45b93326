import { setImmediate as breathe } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { newId } from '../../platform/database/new-id.server.ts';
import type { SavedSearchRow, Schema } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import type { RecordEvent } from '../../platform/outbox/record-event.ts';
import { mailLinkUrl, oneClickUrl } from '../../platform/signing/mail-link.server.ts';
import { normalisedEmailAddress } from '../../platform/text/contact-details.ts';
import { agencyMail, type MailSite } from '../agency/agency-mail.server.ts';
import { type FormValues, type PropertyToValue, storedValues } from '../form/form.ts';
import { type SearchCriteria, searchCriteriaOf } from '../listing/search-criteria.ts';
import type { City } from '../place/region.ts';

interface NewSearch {
  leadId: string;
  email: string;
  language: string;
  values: FormValues;
  /** The search that this one replaces, by the signed link of a mail. */
  replaces: string | null;
  /** true: the agency alone knows of it, and no mail follows. */
  isNoted?: boolean;
}

/**
 * Registers a saved search; it counts once confirmed by the link in its mail. A search that replaces a confirmed one of
 * the same email address counts at once, and the old one ends.
 */
export async function registerSearch(
  db: Kysely<Schema>,
  { leadId, email, language, values, replaces, isNoted = false }: NewSearch,
  nowMs = Date.now(),
): Promise<Pick<SavedSearchRow, 'id' | 'state'>> {
  const now = new Date(nowMs).toISOString();
  const emailAddress = normalisedEmailAddress(email);
  const old = replaces
    ? await db.selectFrom('saved_searches').selectAll().where('id', '=', replaces).executeTakeFirst()
    : undefined;
  const takesOver = old?.state === 'confirmed' && old.email === emailAddress;
  const { frequency } = values;
  const row: SavedSearchRow = {
    id: newId(nowMs),
    lead_id: leadId,
    email: emailAddress,
    language,
    criteria: JSON.stringify(values),
    // What happens to a followed property is told at once.
    frequency: values.ids ? 'instantly' : frequency === 'instantly' || frequency === 'daily' ? frequency : 'weekly',
    state: isNoted ? 'noted' : takesOver ? 'confirmed' : 'pending',
    created_at: now,
    confirmed_at: takesOver ? now : null,
    ended_at: null,
  };
  await db.insertInto('saved_searches').values(row).execute();
  if (takesOver) {
    await endSearch(db, old.id, nowMs);
    await endEqual(db, row, nowMs);
  }
  return { id: row.id, state: row.state };
}

/** Ends other confirmed searches of somebody for the same: nobody wants the same mail twice. */
async function endEqual(db: Kysely<Schema>, search: SavedSearchRow, nowMs: number): Promise<void> {
  const wanted = searchKeyOf(search);
  const others = await db
    .selectFrom('saved_searches')
    .selectAll()
    .where('email', '=', search.email)
    .where('state', '=', 'confirmed')
    .where('id', '!=', search.id)
    .execute();
  for (const other of others) if (searchKeyOf(other) === wanted) await endSearch(db, other.id, nowMs);
}

/** What a search is for, without who asked; equal for equal searches. */
const searchKeyOf = ({ criteria }: Pick<SavedSearchRow, 'criteria'>) =>
  JSON.stringify(searchCriteriaOf(storedValues(criteria)));

/** Confirms a saved search. Doing it twice has the same effect as once; false when it is unknown or has ended. */
export async function confirmSearch(
  database: Database,
  id: string,
  recordEvent: RecordEvent,
  nowMs = Date.now(),
): Promise<boolean> {
  const isNew = await database.transaction(async (transaction) => {
    const confirmed = await transaction
      .updateTable('saved_searches')
      .set({ state: 'confirmed', confirmed_at: new Date(nowMs).toISOString() })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .returningAll()
      .executeTakeFirst();
    if (confirmed) await endEqual(transaction, confirmed, nowMs);
    if (confirmed) await recordEvent(transaction, { type: 'search.confirmed', id });
    return confirmed !== undefined;
  });
  return isNew || (await searchState(database, id)) === 'confirmed';
}

/** Ends a saved search. Doing it twice has the same effect as once; false when it is unknown. */
export async function endSearch(db: Kysely<Schema>, id: string, nowMs = Date.now()): Promise<boolean> {
  const ended = await db
    .updateTable('saved_searches')
    .set(({ fn, val }) => ({
      state: 'ended' as const,
      ended_at: fn.coalesce('ended_at', val(new Date(nowMs).toISOString())),
    }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** The state of a saved search; null when there is none. */
export async function searchState({ db }: Database, id: string): Promise<SavedSearchRow['state'] | null> {
  const row = await db.selectFrom('saved_searches').select('state').where('id', '=', id).executeTakeFirst();
  return row?.state ?? null;
}

/** A saved search as it was registered; null when there is none or it has ended. */
export async function searchOf(db: Kysely<Schema>, id: string): Promise<SavedSearchRow | null> {
  const row = await db
    .selectFrom('saved_searches')
    .selectAll()
    .where('id', '=', id)
    .where('state', '!=', 'ended')
    .executeTakeFirst();
  return row ?? null;
}

/** Whether somebody with this email address has a confirmed search, or follows a property. */
export async function hasSavedSearch({ db }: Pick<Database, 'db'>, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('saved_searches')
    .select('id')
    .where('email', '=', normalisedEmailAddress(email))
    .where('state', '=', 'confirmed')
    .executeTakeFirst();
  return row !== undefined;
}

/** The states in which a search says what somebody is looking for. */
const COUNTED = ['confirmed', 'noted'] as const;

/**
 * Number of people with a confirmed search for such a property, rounded down to fives; null below `least`.
 * A person with several searches counts once.
 */
export async function countSeekers({ db }: Database, property: PropertyToValue, least: number): Promise<number | null> {
  const rows = await db
    .selectFrom('saved_searches')
    .select(['id', 'email', 'criteria'])
    .where('state', 'in', COUNTED)
    .execute();
  const people = new Set<string>();
  for (const { id, email, criteria: stored } of rows) {
    const criteria = searchCriteriaOf(storedValues(stored));
    const fits =
      criteria.follows.length === 0 &&
      (property.goal === null || criteria.goal === property.goal) &&
      (criteria.cities.length === 0 || criteria.cities.some(({ zip }) => zip === property.zip)) &&
      (criteria.typeKeys.length === 0 || criteria.typeKeys.includes(property.typeKey));
    if (fits) people.add(email || id);
  }
  return people.size < least ? null : Math.max(least, Math.floor(people.size / 5) * 5);
}

/** The person who saved a search, and its criteria in words. */
interface SearchOwner {
  email: string;
  name: string;
  language: string;
  rows: readonly (readonly [label: string, value: string])[];
  /** Whether it is about followed properties. */
  follows: boolean;
}

/** The mail that asks to confirm a saved search, or says that a changed one is active. */
export function savedSearchMail(
  { id, state }: Pick<SavedSearchRow, 'id' | 'state'>,
  { email, name, language, rows, follows }: SearchOwner,
  { site, ...sender }: { site: MailSite; siteUrl: string; secret: string },
): OutgoingMail {
  const t = labelsIn(language);
  const isActive = state === 'confirmed';
  const href = (kind: 'confirm-search' | 'change-search' | 'end-search') =>
    mailLinkUrl(sender, language, { do: kind, search: id, ...(follows && { follows }) });
  return agencyMail(site, {
    kind: isActive ? 'search-changed' : 'search-confirm',
    to: email,
    name,
    language,
    subject: t(follows ? 'FOLLOW_CONFIRM_SUBJECT' : isActive ? 'SEARCH_CHANGED_SUBJECT' : 'SEARCH_CONFIRM_SUBJECT'),
    paragraphs: [t(follows ? 'FOLLOW_CONFIRM_INTRO' : isActive ? 'SEARCH_CHANGED_INTRO' : 'SEARCH_CONFIRM_INTRO')],
    ...(!isActive && {
      button: { label: t(follows ? 'FOLLOW_CONFIRM_BUTTON' : 'SEARCH_CONFIRM_BUTTON'), href: href('confirm-search') },
    }),
    rows,
    unsubscribeUrl: oneClickUrl(sender, { do: 'end-search', search: id }),
    footerLinks: [
      ...(follows ? [] : [{ label: t('ALERT_CHANGE'), href: href('change-search') }]),
      { label: t(follows ? 'FOLLOW_END' : 'ALERT_END'), href: href('end-search') },
    ],
  });
}

/** A saved search that counts, with the lead in which it was registered. */
export interface ConfirmedSearch {
  /** Whose it is: the email address, else the ID of the search. */
  person: string;
  /** Empty for somebody who gave none. */
  email: string;
  criteria: SearchCriteria;
  confirmedAt: string;
  /** The form of the lead, as JSON; null when the lead was deleted. */
  formValues: string | null;
  reference: string | null;
}

const TURN_MS = 8;

/** Lets waiting requests be handled whenever work has taken eight milliseconds. */
function yielding(): () => Promise<void> {
  let turn = performance.now();
  return async () => {
    if (performance.now() - turn < TURN_MS) return;
    await breathe();
    turn = performance.now();
  };
}

/** All searches that count, the latest one first; followed properties are none. */
export async function* confirmedSearches(
  { db }: Pick<Database, 'db'>,
  known: readonly City[],
): AsyncGenerator<ConfirmedSearch> {
  const rows = await db
    .selectFrom('saved_searches')
    .leftJoin('leads', 'leads.id', 'saved_searches.lead_id')
    .select([
      'saved_searches.id',
      'saved_searches.email',
      'saved_searches.criteria',
      'saved_searches.created_at',
      'saved_searches.confirmed_at',
      'leads.form_values',
      'leads.reference',
    ])
    .where('saved_searches.state', 'in', COUNTED)
    .orderBy('saved_searches.confirmed_at', 'desc')
    .execute();
  const yieldOften = yielding();
  for (const { id, email, criteria: stored, created_at, confirmed_at, form_values, reference } of rows) {
    await yieldOften();
    const criteria = searchCriteriaOf(storedValues(stored), known);
    if (criteria.follows.length === 0)
      yield {
        person: email || id,
        email,
        criteria,
        confirmedAt: confirmed_at ?? created_at,
        formValues: form_values,
        reference,
      };
  }
}
