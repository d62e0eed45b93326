import type { Ctx } from '../../../content/site/ctx.server.ts';
import { formatPhone, normalisedEmailAddress } from '../../../platform/text/contact-details.ts';
import { erasePerson } from '../../privacy/requests/erase-person.server.ts';
import { exportPerson } from '../../privacy/requests/export-person.server.ts';
import { reachOf } from '../../staff/rights.ts';
import type { StaffMember } from '../../staff/staff.server.ts';
import { recordOncePerDay, recordStaffEvent } from '../../staff/staff-events.server.ts';
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

/** One person of the studio: everything that is known, other addresses, export and erasure. */
export function studioPerson({ database, site, secret }: Parts) {
  const { db } = database;
  const actor = ({ id, name }: StaffMember) => ({ staffId: id, who: name });
  const addressOf = (id: string) => addressWithId(db, secret, id);
  const idOf = (emailAddress: string) => personId(secret, normalisedEmailAddress(emailAddress));
  /** Whom an ID of a URL means, with everything that is known; that somebody read it is in the audit, once a day. */
  const read = async (id: string, reader: StaffMember) => {
    const email = await addressOf(id);
    if (!email) return null;
    await recordOncePerDay(db, { ...actor(reader), action: 'person-read', subject: email });
    const story = await personStory(database, email);
    const phones = story.leads.flatMap(({ values: { phone } }) => (typeof phone === 'string' && phone ? [phone] : []));
    const name = await nameOfPerson(db, story.addresses);
    return {
      id,
      email,
      story,
      name,
      phones: [...new Set(phones.map((phone) => formatPhone(phone, site.settings.site)))],
    };
  };
  return {
    /** The ID of an address in URLs, whether it is known or not. */
    idOf,
    /** People whose name or address contains a text, with their IDs. */
    find: async (text: string, limit?: number) =>
      (await findPeople(database, text, limit)).map((found) => ({ ...found, id: idOf(found.email) })),
    /** Everything about a person; null when nobody has this ID. */
    async open(id: string, reader: StaffMember) {
      const shown = await read(id, reader);
      return shown && { ...shown, links: await linksBetween(database, shown.story.addresses) };
    },
    /** Two people beside each other; `other` is null until one is chosen who is somebody else. */
    async compare(id: string, otherId: string, reader: StaffMember) {
      const one = await read(id, reader);
      if (!one) return null;
      const other = otherId ? await read(otherId, reader) : null;
      return { one, other: other && !one.story.addresses.includes(other.email) ? other : null };
    },
    /** Merges two people; null when one of them is not known, false when they are one already. */
    async merge(id: string, otherId: string, person: StaffMember): Promise<boolean | null> {
      const [one, other] = [await addressOf(id), await addressOf(otherId)];
      if (!one || !other) return null;
      return database.transaction(async (transaction) => {
        const isLinked = await linkAddresses(transaction, [one, other], person.name);
        const event = { ...actor(person), action: 'person-merge', subject: one, after: { email: other } };
        if (isLinked) await recordStaffEvent(transaction, event);
        return isLinked;
      });
    },
    /** Removes one link of a person; false when there is none. */
    async split(id: string, linkId: string, person: StaffMember): Promise<boolean> {
      const email = await addressOf(id);
      if (!email) return false;
      return database.transaction(async (transaction) => {
        const removed = await unlinkAddresses(transaction, await addressesOf(transaction, email), linkId);
        if (!removed) return false;
        const { one: subject, other } = removed;
        const event = { ...actor(person), action: 'person-split', subject, before: { email: other } };
        await recordStaffEvent(transaction, event);
        return true;
      });
    },
    /** Everything that is stored about a person, as JSON; null when nobody has this ID. */
    async export(id: string, person: StaffMember): Promise<string | null> {
      const subject = await addressOf(id);
      if (!subject) return null;
      await recordStaffEvent(db, { ...actor(person), action: 'person-export', subject });
      return JSON.stringify(await exportPerson(database, subject), null, 2);
    },
    /**
     * Erases a person with all addresses; `confirmed` is one of them, typed again. `unknown` when it is not, `expected`
     * while somebody still expects the person at a viewing.
     */
    async erase(id: string, confirmed: string, person: StaffMember): Promise<'erased' | 'unknown' | 'expected'> {
      const email = await addressOf(id);
      if (!email || !reachOf(person.role, 'person.erase')) return 'unknown';
      const addresses = await addressesOf(db, email);
      if (!addresses.includes(normalisedEmailAddress(confirmed))) return 'unknown';
      if ((await comingViewings(addresses)).length > 0) return 'expected';
      const { rows } = await erasePerson(database, email, { targets: site.settings.webhooks.targets });
      const event = { ...actor(person), action: 'person-erase', subject: 'a person was erased', after: rows };
      await recordStaffEvent(db, event);
      return 'erased';
    },
  };

  function comingViewings(addresses: readonly string[]) {
    return db
      .selectFrom('viewings')
      .select('id')
      .where('email', 'in', addresses)
      .where('state', 'in', ['requested', 'confirmed'])
      .where('starts_at', '>', new Date().toISOString())
      .execute();
  }
}
