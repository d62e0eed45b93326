import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { sql } from 'kysely';
import type { Site } from '../../content/site/site.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { OwnerReplyRow } from '../../platform/database/owner-schema.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { isKeyOf } from '../../platform/values/values.ts';
import { agencyMail, agencyRecipients, type StudioPlace, studioLink, toEach } from '../agency/agency-mail.server.ts';
import { momentInWords, titleAndTown } from '../property/words.server.ts';
import type { OwnedProperty } from './owned-property.server.ts';
import { REPLY_LABELS } from './reply-labels.ts';
import type { Owner } from './sessions.server.ts';

const LONGEST = 500;

/** The condition that an owner meant the moment at which a viewing is now, not one before it was moved. */
export const isAboutMoment = sql<boolean>`not exists (
  select 1 from viewing_changes as moved
  where moved.viewing_id = owner_replies.viewing_id and moved.kind = 'moved' and moved.at >= owner_replies.at
  and not exists (
    select 1 from viewing_changes as undone
    where undone.viewing_id = moved.viewing_id and undone.kind = 'undone' and undone.id > moved.id))`;

/** A viewing to come, as its owner sees it: without the visitor. */
interface ComingViewing {
  id: string;
  startsAt: string;
  endsAt: string;
  isConfirmed: boolean;
  reply: OwnerReplyRow['reply'] | null;
  note: string;
}

/** The viewings of a property that are to come, the next one first, with what this owner said to them. */
export async function comingViewings(
  { db }: Pick<Database, 'db'>,
  property: OwnedProperty,
  nowMs = Date.now(),
): Promise<ComingViewing[]> {
  const rows = await db
    .selectFrom('viewings')
    .leftJoin('owner_replies', (join) =>
      join
        .onRef('owner_replies.viewing_id', '=', 'viewings.id')
        .on('owner_replies.owner_id', '=', property.ownerId)
        .on(isAboutMoment),
    )
    .select(['viewings.id', 'starts_at', 'ends_at', 'state', 'owner_replies.reply', 'owner_replies.note'])
    .where('property_id', '=', property.id)
    .where('state', 'in', ['requested', 'confirmed'])
    .where('starts_at', '>=', new Date(nowMs).toISOString())
    .orderBy('starts_at')
    .execute();
  return rows.map(({ id, starts_at, ends_at, state, reply, note }) => ({
    ...{ id, startsAt: starts_at, endsAt: ends_at, isConfirmed: state === 'confirmed', reply, note: note ?? '' },
  }));
}

/** Keeps what an owner says to a viewing, and mails the agent; the newest reply counts. False for one that is over. */
export async function replyToViewing(
  {
    property,
    owner,
    viewingId,
    reply,
    note,
  }: {
    property: OwnedProperty;
    owner: Owner;
    viewingId: string;
    reply: string;
    note: string;
  },
  { database, site, ...place }: { database: Database; site: Site } & StudioPlace,
  nowMs = Date.now(),
): Promise<{ ok: true } | { ok: false; problem: 'choose' | 'note' | 'over' }> {
  if (!isKeyOf(REPLY_LABELS, reply)) return { ok: false, problem: 'choose' };
  const text = note.replaceAll('\0', '').trim().slice(0, LONGEST);
  if (reply === 'other-time' && !text) return { ok: false, problem: 'note' };
  const coming = (await comingViewings(database, property, nowMs)).find(({ id }) => id === viewingId);
  if (!coming) return { ok: false, problem: 'over' };
  if (coming.reply === reply && coming.note === text) return { ok: true };
  const row = { reply, note: text, at: new Date(nowMs).toISOString() };
  const language = site.defaultLanguage;
  const t = labelsIn(language);
  const listing = site.listing(Number(property.id));
  const office = site.officeOf(listing).id;
  const mail = agencyMail(site, {
    ...{ kind: 'owner-reply', to: '', replyTo: owner.email, language },
    subject: t('MAIL_OWNER_REPLY', { name: owner.name, reply: t(REPLY_LABELS[reply]) }),
    paragraphs: [t('MAIL_OWNER_REPLY_TEXT'), ...(text ? [text] : [])],
    button: studioLink(place, `agenda/${viewingId}/`, language),
    rows: [
      [t('APPOINTMENT'), momentInWords(coming.startsAt, language)],
      [t('PROPERTY'), listing ? titleAndTown(listing, language) : property.id],
    ],
  });
  await database.transaction(async (transaction) => {
    await transaction
      .insertInto('owner_replies')
      .values({ viewing_id: viewingId, owner_id: owner.id, ...row })
      .onConflict((conflict) => conflict.columns(['viewing_id', 'owner_id']).doUpdateSet(row))
      .execute();
    await enqueue(transaction, toEach(agencyRecipients(site, { agent: listing?.manager, office }), mail), { nowMs });
  });
  return { ok: true };
}

/** What owners said to the moments of viewings, with their names, oldest first. */
export const repliesTo = ({ db }: Pick<Database, 'db'>, viewingIds: readonly string[]) =>
  db
    .selectFrom('owner_replies')
    .innerJoin('owners', 'owners.id', 'owner_replies.owner_id')
    .select(['viewing_id', 'owners.name', 'owner_replies.reply', 'owner_replies.note', 'owner_replies.at'])
    .where('owner_replies.viewing_id', 'in', ['', ...viewingIds])
    .where(isAboutMoment)
    .orderBy('owner_replies.at')
    .execute();

/** The viewings of a property to come as a calendar file for its owner; it does not name the visitors. */
export function comingCalendar(
  viewings: readonly ComingViewing[],
  {
    summary,
    unconfirmed,
    location,
    language,
    domain,
  }: { summary: string; unconfirmed: string; location: string; language: string; domain: string },
): string {
  const prodId = { company: domain, product: 'owner', language: language.toUpperCase() };
  const calendar = ical({ method: ICalCalendarMethod.PUBLISH, prodId });
  for (const { id, startsAt, endsAt, isConfirmed } of viewings)
    calendar.createEvent({
      id: `${id}@${domain}`,
      start: new Date(startsAt),
      end: new Date(endsAt),
      status: isConfirmed ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
      summary: isConfirmed ? summary : `${summary} (${unconfirmed})`,
      location,
    });
  return calendar.toString();
}
