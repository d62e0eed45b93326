import type { FormDefinition } from '../form/form.ts';
import { remark, whoAsks } from '../form/person-fields.ts';

/** More information about a property. */
export const contactMe: FormDefinition = {
  name: 'contact-me',
  title: 'FORM_CONTACT_ME',
  entryTitle: 'ROW_QUESTION',
  about: 'property',
  fields: [
    {
      ...remark,
      name: 'message',
      label: 'YOUR_QUESTION',
      rowLabel: 'ROW_QUESTION',
      required: true,
      missing: 'VALIDATION_QUESTION',
    },
    ...whoAsks,
  ],
  thanks: 'SUCCESS_CONTACT',
  subject: 'MAIL_SUBJECT_CONTACT_ME',
  receiptSubject: 'MAIL_RECEIPT_MESSAGE',
  next: () => ['NEXT_MAIL', 'NEXT_ANSWER', 'NEXT_REPLY'],
  offersNewsletter: true,
  mails: (mails) => [mails.agency(), mails.receipt()],
};
