import type { Office } from '../../agency/settings.ts';
import type { Member, Testimonial } from '../../page/article.ts';
import type { Listing } from '../../property/listing.ts';
import type { Town } from '../town.ts';

const MOST_VOICES = 2;

/** The people who show properties in a town, those with most of them first; else those of its office. */
export function membersOfTown({
  listings,
  members,
  office,
}: {
  listings: readonly Pick<Listing, 'manager'>[];
  members: readonly Member[];
  office: Pick<Office, 'agents'>;
}): Member[] {
  const count = ({ id }: Member) => listings.filter(({ manager }) => manager === id).length;
  const active = members.filter((member) => count(member) > 0).sort((one, other) => count(other) - count(one));
  return active.length > 0 ? active : members.filter(({ id }) => office.agents.includes(id));
}

/** What clients say who name a town in any language, the newest first. */
export function voicesOfTown(testimonials: readonly Testimonial[], { name }: Pick<Town, 'name'>): Testimonial[] {
  const names = new Set(Object.values(name).filter(Boolean));
  const isAbout = ({ place, text, quote }: Testimonial) =>
    [place, quote, text].some((words) =>
      Object.values(words ?? {}).some((one) => [...names].some((town) => isNamedIn(one, town))),
    );
  return testimonials
    .filter(isAbout)
    .sort((one, other) => (other.date ?? '').localeCompare(one.date ?? ''))
    .slice(0, MOST_VOICES);
}

/** Whether a text names a town as a word of its own: "Asse" is not in "Dendermonde-Assebroek". */
function isNamedIn(text: string, town: string): boolean {
  for (let at = text.indexOf(town); at >= 0; at = text.indexOf(town, at + 1)) {
    const [before, after] = [text.charAt(at - 1), text.charAt(at + town.length)];
    if (!/[\p{L}\p{N}-]/u.test(before) && !/[\p{L}\p{N}-]/u.test(after)) return true;
  }
  return false;
}
