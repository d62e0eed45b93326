import type { FormDefinition } from './form.ts';
import { email, firstName, lastName, phone, titleOfAddress } from './person-fields.ts';

/** The papers of a home, after the visitor said who asks. */
export const documentRequest: FormDefinition = {
  name: 'document-request',
  title: 'REQUEST_DOCUMENTS',
  about: 'property',
  fields: [titleOfAddress, firstName, lastName, email, phone],
  button: 'REQUEST_DOCUMENTS',
  thanks: 'SUCCESS_DOCUMENTS',
  mails: ['agency', 'documents'],
  subject: 'MAIL_SUBJECT_DOCUMENTS',
};
