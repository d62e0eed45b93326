import type { FormDefinition } from '../form/form.ts';
import { email, firstName, lastName, phone, titleOfAddress } from '../form/person-fields.ts';

/** The documents of a property, sent to visitors who leave their name. */
export const documentRequest: FormDefinition = {
  name: 'document-request',
  purpose: 'PROCESSING_DOCUMENTS',
  title: 'REQUEST_DOCUMENTS',
  entryTitle: 'ENTRY_DOCUMENT_REQUEST',
  about: 'property',
  onlyAvailable: true,
  fields: [titleOfAddress, firstName, lastName, email, phone],
  button: 'REQUEST_DOCUMENTS',
  thanks: 'SUCCESS_DOCUMENTS',
  thanksAgain: 'ERROR_DOCUMENT_ALREADY',
  failure: 'ERROR_DOCUMENT_REQUEST',
  namesDocuments: true,
  needsNoResponse: true,
  subject: 'MAIL_SUBJECT_DOCUMENTS',
  next: () => ['NEXT_DOCUMENTS_MAIL', 'NEXT_DOCUMENTS_LINK', 'NEXT_REPLY'],
  notices: ({ listing, hasDocuments }) => (listing && !hasDocuments ? ['NO_DOCUMENTS'] : []),
  mails: (mails) => [mails.agency(), mails.documents()],
};
