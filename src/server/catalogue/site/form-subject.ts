import type { FormDefinition } from '../../../domain/forms/form.ts';
import type { Listing } from '../../../domain/property/listing.ts';
import type { Project } from '../../../domain/property/project.ts';
import type { Site } from './site.ts';

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

/** The page from which a visitor came to a form, by the referrer; without one it is the form's own page. */
export function pageBefore(referrer: string | null | undefined, requestPath: string): string {
  const path = referrer && URL.canParse(referrer) ? new URL(referrer).pathname : '';
  return (path || requestPath).slice(0, 300);
}
