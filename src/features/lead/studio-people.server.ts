import type { Ctx } from '../../content/site/ctx.server.ts';
import { localized } from '../../i18n/languages.ts';
import { inviteOwner, listOwners } from '../owner/accounts.server.ts';
import type { Owner } from '../owner/sessions.server.ts';
import { type Listing, titleOf } from '../property/listing.ts';
import { addressWords } from '../property/words.server.ts';
import type { Reach } from '../staff/rights.ts';
import type { StaffMember } from '../staff/staff.server.ts';
import { recordStaffEvent } from '../staff/staff-events.server.ts';
import { containsTerm, searchTerms } from './lead-list.server.ts';
import { findPeople, personId } from './people.server.ts';

type Parts = Pick<Ctx, 'database' | 'secret' | 'site' | 'siteUrl' | 'wakeOutbox'>;

const MOST_FOUND = 8;
/** What staff have of an owner whose pages they see: no session. */
const SEEN = { sessionId: '', hasApp: false, isIn: true, seenBefore: null } as const;

/** Whom somebody may find. */
interface Sight {
  people: boolean;
  owners: Reach | null;
}

/** Owners, people and the search of the studio. */
export function studioPeople({ database, site, secret, siteUrl, wakeOutbox }: Parts) {
  const managed = (propertyId: string, person: StaffMember) =>
    person.member !== null && site.listing(Number(propertyId))?.manager === person.member;
  const owners = async (person: StaffMember, reach: Reach) => {
    const all = await listOwners(database);
    return reach === 'all' ? all : all.filter(({ properties }) => properties.some(({ id }) => managed(id, person)));
  };
  /** What a property is found by: its numbers, and titles and address in every language; staff see all addresses. */
  const wordsOf = (listing: Listing) =>
    [
      ...[listing.id, listing.reference, ...Object.values(listing.city)],
      ...site.languages.flatMap((language) => [
        titleOf(listing, language),
        addressWords(listing, site, language, { isPublic: false }),
      ]),
    ].join(' ');
  return {
    owners,
    /** Mails an owner a new invitation; false for one that this person may not see. */
    async invite(email: string, person: StaffMember, reach: Reach): Promise<boolean> {
      if (!(await owners(person, reach)).some((owner) => owner.email === email)) return false;
      const isInvited = await inviteOwner(database, email, { site, siteUrl });
      if (isInvited) {
        wakeOutbox();
        const event = { staffId: person.id, who: person.name, action: 'owner-invite', subject: email };
        await recordStaffEvent(database.db, event);
      }
      return isInvited;
    },
    /** An owner as the portal knows them, with the properties that this person may see; it is logged. */
    async seeAsOwner(
      id: string,
      person: StaffMember,
      reach: Reach,
    ): Promise<{ owner: Owner; properties: string[] } | null> {
      const found = (await owners(person, reach)).find((one) => one.id === id);
      if (!found) return null;
      const { email, name, language, digest, properties } = found;
      const event = { staffId: person.id, who: person.name, action: 'owner-seen', subject: email };
      await recordStaffEvent(database.db, event);
      return {
        owner: { ...{ id, name, email, language, digest, hasFactor: found.hasFactor }, ...SEEN },
        properties: properties.map((one) => one.id).filter((property) => reach === 'all' || managed(property, person)),
      };
    },
    /** Properties, people and pages that contain a text, titles in every language and addresses too. */
    async search(text: string, person: StaffMember, { people: mayFindPeople, owners: ownersReach }: Sight) {
      const { language } = person;
      const words = text.trim().toLowerCase();
      if (words.length < 2) return { properties: [], people: [], pages: [], owners: [] };
      const terms = searchTerms(text);
      const contains = (said: string) => terms.every((term) => containsTerm(said, term));
      const properties = site.listings
        .filter((listing) => contains(wordsOf(listing)))
        .slice(0, MOST_FOUND)
        .map((listing) => ({
          id: listing.id,
          title: titleOf(listing, language),
          address: addressWords(listing, site, language, { isPublic: false }),
          href: siteUrl + site.listingPath(listing, language),
        }));
      const pages = site.pages
        .flatMap((page) => {
          const [name, path] = [localized(page.name, language), site.pagePath(page, language)];
          return path && contains([name, ...Object.values(page.name)].join(' '))
            ? [{ name, href: siteUrl + path }]
            : [];
        })
        .slice(0, MOST_FOUND);
      const people = (mayFindPeople ? await findPeople(database, text, MOST_FOUND) : []).map((found) => ({
        ...found,
        id: personId(secret, found.email),
      }));
      const seen = ownersReach ? await owners(person, ownersReach) : [];
      const found = seen.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(words));
      return { properties, people, pages, owners: found.slice(0, MOST_FOUND) };
    },
  };
}
