import type { Ctx } from '../../../content/site/ctx.server.ts';
import { readMailLink } from '../../../platform/signing/mail-link.server.ts';
import { type FormValues, storedValues } from '../../form/form.ts';
import { valueRows } from '../../lead/lead-subject.server.ts';
import { propertyToValueOf } from '../../lead/leads.server.ts';
import { matches as matchesCriteria } from '../../listing/matching.ts';
import { searchCriteriaOf } from '../../listing/search-criteria.ts';
import { demandRegister } from '../demand-register.ts';
import { followProperties } from '../follow-properties.ts';
import { countSeekers, searchOf } from '../saved-searches.server.ts';

type Parts = Pick<Ctx, 'database' | 'secret' | 'site'>;

// The saved searches, as pages receive them.

/** The values with which a search was saved, by the token of its mail; null when it has ended. */
export async function values(ctx: Parts, token: string): Promise<FormValues | null> {
  const link = readMailLink(ctx.secret, token);
  const search = link?.do === 'change-search' ? await searchOf(ctx.database.db, link.search) : null;
  return search && storedValues(search.criteria);
}

/** The listings that match a saved search now, newest first, by the token of its mail; null when it has ended. */
export async function matches(ctx: Parts, token: string) {
  const link = readMailLink(ctx.secret, token);
  const search = link?.do === 'confirm-search' ? await searchOf(ctx.database.db, link.search) : null;
  if (!search) return null;
  const criteria = searchCriteriaOf(storedValues(search.criteria), ctx.site.cities);
  // Followed properties are on the page already.
  if (criteria.follows.length > 0) return null;
  return ctx.site.inOrder('newest', criteria.goal).filter((listing) => matchesCriteria(listing, criteria));
}

/** What a saved search asks for, in words, by the token of its mail; empty when it has ended. */
export async function criteria(ctx: Parts, token: string, language: string) {
  const link = readMailLink(ctx.secret, token);
  const search = link?.do === 'confirm-search' ? await searchOf(ctx.database.db, link.search) : null;
  if (!search) return [];
  // A field that a browser fills in by itself is about the person.
  const { newsletter: _asked, ...values } = storedValues(search.criteria);
  const form = values.ids ? followProperties : demandRegister;
  const fields = form.fields.filter(({ autocomplete }) => !autocomplete);
  return valueRows({ ...form, fields }, values, ctx.site, language);
}

/**
 * Number of people who search for the property that a lead offers; null when it offers none, or when there are too
 * few to show the number.
 */
export async function seekers(ctx: Parts, reference: string) {
  const toValue = await propertyToValueOf(ctx.database, reference);
  return toValue && countSeekers(ctx.database, toValue, ctx.site.settings.alerts.seekersFrom);
}
