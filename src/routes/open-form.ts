import type { FormDefinition } from '../domain/forms/form.ts';
import type { FormView } from '../domain/forms/form-view.ts';
import type { Translate } from '../i18n/labels.ts';
import type { AppServices } from '../server/app/live.ts';
import type { Site } from '../server/catalogue/site/site.ts';
import { formView } from './form-view.ts';

interface Opening {
  site: Site;
  services: AppServices | undefined;
  language: string;
  t: Translate;
  about: { page: string; property: string; project: string; search?: string };
}

/** A form ready to be filled in: a fresh token, the check against robots, and for a visit the times that are free. */
export async function openForm(form: FormDefinition, { site, services, language, t, about }: Opening): Promise<FormView> {
  const opened = (await services?.forms.open()) ?? { token: '', challenge: null, picture: null };
  const listing = form.about === 'property' && /^\d{1,12}$/.test(about.property) ? site.listing(Number(about.property)) : null;
  const viewing = form.name === 'contact-appointment' && listing && services ? await services.viewings.free(listing) : null;
  return formView(form, { site, language, t, opened, about, viewing });
}
