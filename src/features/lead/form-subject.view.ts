import type { Site } from '../../content/site/site.ts';
import type { FormDefinition } from '../form/form.ts';
import type { Listing } from '../property/listing.ts';
import type { Project } from '../property/project.ts';
import { campaignIn } from '../statistics/campaign.ts';

/** What a form is about, as far as the site knows it. */
interface PublicSubject {
  listing: Listing | null;
  project: Project | null;
}

/** The property or project that a form page names; neither when the form is about none or the site has no such one. */
export function subjectOfForm(
  form: Pick<FormDefinition, 'about'>,
  site: Pick<Site, 'listing' | 'projects'>,
  named: { property: string; project: string },
): PublicSubject {
  const { property, project } = named;
  return {
    listing: form.about === 'property' && /^\d{1,12}$/.test(property) ? site.listing(Number(property)) : null,
    project: form.about === 'project' ? (site.projects.find(({ ID }) => String(ID) === project) ?? null) : null,
  };
}

const LONGEST_PAGE = 300;
const LONGEST_CAMPAIGN = 600;

/**
 * The page from which a visitor came to a form, by the referrer; without one it is the form's own page. The campaign in
 * its URL stays in it: the form carries it to the lead, and no cookie is needed.
 */
export function pageBefore(referrer: string | null | undefined, requestPath: string): string {
  const before = referrer && URL.canParse(referrer) ? new URL(referrer) : null;
  if (!before) return requestPath.slice(0, LONGEST_PAGE);
  const ofPage = campaignIn(before.searchParams);
  const own = new URLSearchParams(requestPath.split('?')[1]);
  const campaign = Object.keys(ofPage).length > 0 ? ofPage : campaignIn(own);
  const query = String(new URLSearchParams(campaign));
  const path = before.pathname.slice(0, LONGEST_PAGE);
  return query && query.length <= LONGEST_CAMPAIGN ? `${path}?${query}` : path;
}
