import type { FormDefinition } from '../form/form.ts';
import { email, firstName } from '../form/person-fields.ts';

/** The newsletter; the subscription starts after the visitor confirms it with the link in a mail. */
export const signNewsletter: FormDefinition = {
  name: 'sign-newsletter',
  purpose: 'PROCESSING_NEWSLETTER',
  title: 'NEWSLETTER',
  about: 'none',
  staysHere: true,
  fields: [email, { ...firstName, required: false }],
  button: 'SIGN_UP',
  thanks: 'SUCCESS_NEWSLETTER_CONFIRM',
  needsNoResponse: true,
  subject: 'MAIL_SUBJECT_NEWSLETTER',
  next: () => ['NEXT_NEWSLETTER_MAIL', 'NEXT_NEWSLETTER_NEWS', 'NEXT_NEWSLETTER_STOP'],
  async afterStore(_values, effects) {
    await effects.subscribe();
    return null;
  },
  mails: () => [],
};
