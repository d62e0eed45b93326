import type { FormDefinition } from '../domain/forms/form.ts';
import { offersViewingTimes } from '../domain/forms/form-fields.ts';
import type { FormView } from '../domain/forms/form-view.ts';
import type { Translate } from '../i18n/label-key.ts';
import type { AppServices } from '../server/app/services.ts';
import type { Site } from '../server/catalogue/site/site.ts';
import { formView } from './form-view.ts';

interface Opening {
  site: Site;
  services: AppServices | undefined;
  language: string;
  t: Translate;
  about: { page: string; property: string; project: string; search?: string | undefined };
}

/** A form ready to be filled in: a fresh token, the check against bots and, for a viewing, the free times. */
export async function openForm(
  form: FormDefinition,
  { site, services, language, t, about }: Opening,
): Promise<FormView> {
  const opened = (await services?.forms.open()) ?? { token: '', challenge: null, picture: null };
  const listing =
    form.about === 'property' && /^\d{1,12}$/.test(about.property) ? site.listing(Number(about.property)) : null;
  const free = listing && services && offersViewingTimes(form) ? await services.viewings.free(listing) : null;
  return formView(form, { site, language, t, opened, about, slots: free?.bookable ? free.slots : null });
}
