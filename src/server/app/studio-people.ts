import { titleOf } from '../../domain/property/listing.ts';
import type { Reach } from '../../domain/staff/roles.ts';
import { localized } from '../../i18n/localized.ts';
import type { Site } from '../catalogue/site/site.ts';
import { erasePerson } from '../operations/personal-data/erase-person.ts';
import { exportPerson } from '../operations/personal-data/export-person.ts';
import type { Database } from '../platform/database/database.ts';
import { exportLeads } from '../services/leads/export-leads.ts';
import { findPeople, personStory } from '../services/leads/person-story.ts';
import { inviteOwner } from '../services/owners/auth/accounts.ts';
import { listOwners } from '../services/owners/auth/manage-accounts.ts';
import type { Owner } from '../services/owners/auth/owner.ts';
import type { StaffMember } from '../services/staff/staff.ts';
import { recordStaffEvent } from '../services/staff/staff-events.ts';

interface Parts {
  database: Database;
  site: Site;
  siteUrl: string;
  wakeOutbox(): void;
}

const MOST_FOUND = 8;
/** What staff have of an owner whose pages they see: no session. */
const SEEN = { sessionId: '', hasApp: false, isIn: true, seenBefore: null } as const;

/** Whom somebody may find. */
interface Sight {
  people: boolean;
  owners: Reach | null;
}

/** Owners, people and the search of the studio. */
export function studioPeople({ database, site, siteUrl, wakeOutbox }: Parts) {
  const managed = (propertyId: string, person: StaffMember) =>
    person.member !== null && site.listing(Number(propertyId))?.manager === person.member;
  const audit = (person: StaffMember, action: string, subject: string, after?: unknown) =>
    recordStaffEvent(database.db, { staffId: person.id, who: person.name, action, subject, after });
  const owners = async (person: StaffMember, reach: Reach) => {
    const all = await listOwners(database);
    return reach === 'all' ? all : all.filter(({ properties }) => properties.some(({ id }) => managed(id, person)));
  };
  return {
    owners,
    /** Mails an owner a new invitation; false for one that this person may not see. */
    async invite(email: string, person: StaffMember, reach: Reach): Promise<boolean> {
      if (!(await owners(person, reach)).some((owner) => owner.email === email)) return false;
      const isInvited = await inviteOwner(database, email, { site, siteUrl });
      if (isInvited) {
        wakeOutbox();
        await audit(person, 'owner-invite', email);
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
      await audit(person, 'owner-seen', email);
      return {
        owner: { ...{ id, name, email, language, digest, hasFactor: found.hasFactor }, ...SEEN },
        properties: properties.map((one) => one.id).filter((property) => reach === 'all' || managed(property, person)),
      };
    },
    find: (text: string) => findPeople(database, text),
    story: (email: string) => personStory(database, email),
    async export(email: string, person: StaffMember): Promise<string> {
      await audit(person, 'person-export', email);
      return JSON.stringify(await exportPerson(database, email), null, 2);
    },
    async erase(email: string, person: StaffMember) {
      const erased = await erasePerson(database, email, { targets: site.settings.webhooks.targets });
      await audit(person, 'person-erase', 'a person was erased', erased.rows);
      return erased;
    },
    async exportLeads(person: StaffMember): Promise<AsyncGenerator<string>> {
      await audit(person, 'leads-export', 'all leads');
      return exportLeads(database, 'csv');
    },
    /** Properties, people and pages that contain a text. */
    async search(text: string, person: StaffMember, { people: mayFindPeople, owners: ownersReach }: Sight) {
      const { language } = person;
      const words = text.trim().toLowerCase();
      if (words.length < 2) return { properties: [], people: [], pages: [], owners: [] };
      const properties = site.listings
        .filter((listing) =>
          [titleOf(listing, language), String(listing.id), listing.reference, localized(listing.city, language)]
            .join(' ')
            .toLowerCase()
            .includes(words),
        )
        .slice(0, MOST_FOUND)
        .map((listing) => ({
          id: listing.id,
          title: titleOf(listing, language),
          town: localized(listing.city, language),
          href: siteUrl + site.listingPath(listing, language),
        }));
      const pages = site.pages
        .flatMap((page) => {
          const [name, path] = [localized(page.name, language), site.pagePath(page, language)];
          return path && name.toLowerCase().includes(words) ? [{ name, href: siteUrl + path }] : [];
        })
        .slice(0, MOST_FOUND);
      const people = mayFindPeople ? await findPeople(database, text, MOST_FOUND) : [];
      const seen = ownersReach ? await owners(person, ownersReach) : [];
      const found = seen.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(words));
      return { properties, people, pages, owners: found.slice(0, MOST_FOUND) };
    },
  };
}
