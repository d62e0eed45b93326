import type { FormDefinition } from '../form/form.ts';
import { chosenProperties, email, firstName, lastName } from '../form/person-fields.ts';

/** Follows saved properties: a mail when the price or the state of one of them changes. */
export const followProperties: FormDefinition = {
  name: 'follow-properties',
  purpose: 'PROCESSING_SEARCH',
  title: 'FOLLOW_PROPERTIES',
  intro: 'FOLLOW_INTRO',
  about: 'none',
  fields: [
    { ...chosenProperties, onlyGiven: false, required: true, fixed: true, missing: 'VALIDATION_CHOSEN_PROPERTIES' },
    firstName,
    lastName,
    email,
  ],
  button: 'FOLLOW_PROPERTIES',
  thanks: 'SUCCESS_FOLLOW',
  needsNoResponse: true,
  subject: 'MAIL_SUBJECT_FOLLOW',
  next: () => ['NEXT_FOLLOW_MAIL', 'NEXT_FOLLOW_NEWS', 'NEXT_FOLLOW_END'],
  async afterStore(_values, effects) {
    await effects.saveSearch();
    return null;
  },
  mails: (mails) => [mails.agency(), mails.savedSearch()],
};
