import type { Ctx } from '../../../content/site/ctx.server.ts';
import { formatPhone, normalisedEmailAddress } from '../../../platform/text/contact-details.ts';
import { eraseLead as eraseLeadRow, erasePerson } from '../../privacy/requests/erase-person.server.ts';
import { exportPerson } from '../../privacy/requests/export-person.server.ts';
import { reachOf } from '../../staff/rights.ts';
import type { StaffMember } from '../../staff/staff.server.ts';
import { recordOncePerDay, recordStaffEvent } from '../../staff/staff-events.server.ts';
import type { WorkedLead } from '../lead-list.server.ts';
import {
  addressesOf,
  addressWithId,
  findPeople,
  linkAddresses,
  linksBetween,
  nameOfPerson,
  personId,
  personStory,
  unlinkAddresses,
} from '../people.server.ts';

type Parts = Pick<Ctx, 'database' | 'secret' | 'site'>;

// One person of the studio: everything that is known, other addresses, export and erasure.

function actor({ id, name }: StaffMember) {
  return { staffId: id, who: name };
}

function addressOf(ctx: Parts, id: string) {
  return addressWithId(ctx.database.db, ctx.secret, id);
}

/** The ID of an address in URLs, whether it is known or not. */
export function idOf(ctx: Parts, emailAddress: string) {
  return personId(ctx.secret, normalisedEmailAddress(emailAddress));
}

/** Whom an ID of a URL means, with everything that is known; that somebody read it is in the audit, once a day. */
async function read(ctx: Parts, id: string, reader: StaffMember) {
  const email = await addressOf(ctx, id);
  if (!email) return null;
  await recordOncePerDay(ctx.database.db, { ...actor(reader), action: 'person-read', subject: email });
  const story = await personStory(ctx.database, email);
  const phones = story.leads.flatMap(({ values: { phone } }) => (typeof phone === 'string' && phone ? [phone] : []));
  const name = await nameOfPerson(ctx.database.db, story.addresses);
  return {
    id,
    email,
    story,
    name,
    phones: [...new Set(phones.map((phone) => formatPhone(phone, ctx.site.settings.site)))],
  };
}

function comingViewings(ctx: Parts, addresses: readonly string[]) {
  return ctx.database.db
    .selectFrom('viewings')
    .select('id')
    .where('email', 'in', addresses)
    .where('state', 'in', ['requested', 'confirmed'])
    .where('starts_at', '>', new Date().toISOString())
    .execute();
}

function acceptedBids(ctx: Parts, addresses: readonly string[]) {
  return ctx.database.db
    .selectFrom('offers')
    .innerJoin('leads', 'leads.id', 'offers.lead_id')
    .select('offers.id')
    .where('leads.email', 'in', addresses)
    .where('offers.state', '=', 'accepted')
    .execute();
}

/** People whose name or address contains a text, with their IDs. */
export async function find(ctx: Parts, text: string, limit?: number) {
  return (await findPeople(ctx.database, text, limit)).map((found) => ({ ...found, id: idOf(ctx, found.email) }));
}

/** Everything about a person; null when nobody has this ID. */
export async function open(ctx: Parts, id: string, reader: StaffMember) {
  const shown = await read(ctx, id, reader);
  if (!shown) return null;
  const { addresses } = shown.story;
  return {
    ...shown,
    links: await linksBetween(ctx.database, addresses),
    /** What is in the way of an erasure: viewings to come, and accepted offers, whose documents the law keeps. */
    open: {
      viewings: (await comingViewings(ctx, addresses)).length,
      sales: (await acceptedBids(ctx, addresses)).length,
    },
  };
}

/** Two people beside each other; `other` is null until one is chosen who is somebody else. */
export async function compare(ctx: Parts, id: string, otherId: string, reader: StaffMember) {
  const one = await read(ctx, id, reader);
  if (!one) return null;
  const other = otherId ? await read(ctx, otherId, reader) : null;
  return { one, other: other && !one.story.addresses.includes(other.email) ? other : null };
}

/** Merges two people; null when one of them is not known, false when they are one already. */
export async function merge(ctx: Parts, id: string, otherId: string, person: StaffMember): Promise<boolean | null> {
  const [one, other] = [await addressOf(ctx, id), await addressOf(ctx, otherId)];
  if (!one || !other) return null;
  return ctx.database.transaction(async (transaction) => {
    const isLinked = await linkAddresses(transaction, [one, other], person.name);
    const event = { ...actor(person), action: 'person-merge', subject: one, after: { email: other } };
    if (isLinked) await recordStaffEvent(transaction, event);
    return isLinked;
  });
}

/** Removes one link of a person; false when there is none. */
export async function split(ctx: Parts, id: string, linkId: string, person: StaffMember): Promise<boolean> {
  const email = await addressOf(ctx, id);
  if (!email) return false;
  return ctx.database.transaction(async (transaction) => {
    const removed = await unlinkAddresses(transaction, await addressesOf(transaction, email), linkId);
    if (!removed) return false;
    const { one: subject, other } = removed;
    const event = { ...actor(person), action: 'person-split', subject, before: { email: other } };
    await recordStaffEvent(transaction, event);
    return true;
  });
}

/** Everything that is stored about a person, as JSON; null when nobody has this ID. */
export async function exportFile(ctx: Parts, id: string, person: StaffMember): Promise<string | null> {
  const subject = await addressOf(ctx, id);
  if (!subject) return null;
  await recordStaffEvent(ctx.database.db, { ...actor(person), action: 'person-export', subject });
  return JSON.stringify(await exportPerson(ctx.database, subject), null, 2);
}

/**
 * Erases a person with all addresses; `confirmed` is one of them, typed again. `unknown` when it is not, `expected`
 * while somebody still expects the person at a viewing, `sale` for an accepted offer unless its documents are kept.
 */
export async function erase(
  ctx: Parts,
  id: string,
  { confirmed, isKept }: { confirmed: string; isKept: boolean },
  person: StaffMember,
): Promise<'erased' | 'unknown' | 'expected' | 'sale'> {
  const email = await addressOf(ctx, id);
  if (!email || !reachOf(person.role, 'person.erase')) return 'unknown';
  const addresses = await addressesOf(ctx.database.db, email);
  if (!addresses.includes(normalisedEmailAddress(confirmed))) return 'unknown';
  if ((await comingViewings(ctx, addresses)).length > 0) return 'expected';
  if (!isKept && (await acceptedBids(ctx, addresses)).length > 0) return 'sale';
  const { rows } = await erasePerson(ctx.database, email, { targets: ctx.site.settings.webhooks.targets });
  const event = { ...actor(person), action: 'person-erase', subject: 'a person was erased', after: rows };
  await recordStaffEvent(ctx.database.db, event);
  return 'erased';
}

/** Erases a lead whose visitor gave no email address. */
export async function eraseLead(ctx: Parts, lead: WorkedLead, person: StaffMember): Promise<void> {
  const event = { ...actor(person), action: 'lead-erase', subject: 'a lead was erased' };
  await recordStaffEvent(ctx.database.db, event);
  await eraseLeadRow(ctx.database, lead, ctx.site.settings.webhooks.targets);
}
