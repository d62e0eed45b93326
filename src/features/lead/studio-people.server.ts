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

// Owners, people and the search of the studio.

function managed(ctx: Parts, propertyId: string, person: StaffMember) {
  return person.member !== null && ctx.site.listing(Number(propertyId))?.manager === person.member;
}

/** The owners that this person may see. */
export async function owners(ctx: Parts, person: StaffMember, reach: Reach) {
  const all = await listOwners(ctx.database);
  return reach === 'all' ? all : all.filter(({ properties }) => properties.some(({ id }) => managed(ctx, id, person)));
}

/** What a property is found by: its numbers, and titles and address in every language; staff see all addresses. */
function wordsOf(ctx: Parts, listing: Listing) {
  return [
    ...[listing.id, listing.reference, ...Object.values(listing.city)],
    ...ctx.site.languages.flatMap((language) => [
      titleOf(listing, language),
      addressWords(listing, ctx.site, language, { isPublic: false }),
    ]),
  ].join(' ');
}

/** Mails an owner a new invitation; false for one that this person may not see. */
export async function invite(ctx: Parts, email: string, person: StaffMember, reach: Reach): Promise<boolean> {
  if (!(await owners(ctx, person, reach)).some((owner) => owner.email === email)) return false;
  const isInvited = await inviteOwner(ctx.database, email, { site: ctx.site, siteUrl: ctx.siteUrl });
  if (isInvited) {
    ctx.wakeOutbox();
    const event = { staffId: person.id, who: person.name, action: 'owner-invite', subject: email };
    await recordStaffEvent(ctx.database.db, event);
  }
  return isInvited;
}

/** An owner as the portal knows them, with the properties that this person may see; it is logged. */
export async function seeAsOwner(
  ctx: Parts,
  id: string,
  person: StaffMember,
  reach: Reach,
): Promise<{ owner: Owner; properties: string[] } | null> {
  const found = (await owners(ctx, person, reach)).find((one) => one.id === id);
  if (!found) return null;
  const { email, name, language, digest, properties } = found;
  const event = { staffId: person.id, who: person.name, action: 'owner-seen', subject: email };
  await recordStaffEvent(ctx.database.db, event);
  return {
    owner: { ...{ id, name, email, language, digest, hasFactor: found.hasFactor }, ...SEEN },
    properties: properties.map((one) => one.id).filter((property) => reach === 'all' || managed(ctx, property, person)),
  };
}

/** Properties, people and pages that contain a text, titles in every language and addresses too. */
export async function search(
  ctx: Parts,
  text: string,
  person: StaffMember,
  { people: mayFindPeople, owners: ownersReach }: Sight,
) {
  const { language } = person;
  const words = text.trim().toLowerCase();
  if (words.length < 2) return { properties: [], people: [], pages: [], owners: [] };
  const terms = searchTerms(text);
  const contains = (said: string) => terms.every((term) => containsTerm(said, term));
  const properties = [...ctx.site.listings, ...ctx.site.archive()]
    .filter((listing) => contains(wordsOf(ctx, listing)))
    .slice(0, MOST_FOUND)
    .map((listing) => ({
      id: listing.id,
      title: titleOf(listing, language),
      address: addressWords(listing, ctx.site, language, { isPublic: false }),
      href: ctx.siteUrl + ctx.site.listingPath(listing, language),
    }));
  const pages = ctx.site.pages
    .flatMap((page) => {
      const [name, path] = [localized(page.name, language), ctx.site.pagePath(page, language)];
      return path && contains([name, ...Object.values(page.name)].join(' '))
        ? [{ name, href: ctx.siteUrl + path }]
        : [];
    })
    .slice(0, MOST_FOUND);
  const people = (mayFindPeople ? await findPeople(ctx.database, text, MOST_FOUND) : []).map((found) => ({
    ...found,
    id: personId(ctx.secret, found.email),
  }));
  const seen = ownersReach ? await owners(ctx, person, ownersReach) : [];
  const found = seen.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(words));
  return { properties, people, pages, owners: found.slice(0, MOST_FOUND) };
}
