import type { FormDefinition } from './form.ts';
import { email, firstName } from './person-fields.ts';

/** The newsletter; it starts only after the link in a mail was confirmed. */
export const signNewsletter: FormDefinition = {
  name: 'sign-newsletter',
  title: 'NEWSLETTER',
  about: 'none',
  fields: [email, { ...firstName, required: false }],
  button: 'SIGN_UP',
  thanks: 'SUCCESS_NEWSLETTER_CONFIRM',
  mails: ['confirm-newsletter'],
  subject: 'MAIL_SUBJECT_NEWSLETTER',
};
