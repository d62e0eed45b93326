import type { FormDefinition } from '../form/form.ts';
import { remark, whoAsks } from '../form/person-fields.ts';

/** More information about a new-build project. */
export const contactConstruction: FormDefinition = {
  name: 'contact-construction',
  title: 'FORM_CONTACT_CONSTRUCTION',
  about: 'project',
  fields: [
    { ...remark, name: 'message', label: 'YOUR_QUESTION', rowLabel: 'ROW_QUESTION', required: false },
    ...whoAsks,
  ],
  thanks: 'SUCCESS_CONTACT',
  subject: 'MAIL_SUBJECT_CONSTRUCTION',
  receiptSubject: 'MAIL_RECEIPT_MESSAGE',
  next: () => ['NEXT_MAIL', 'NEXT_ANSWER', 'NEXT_REPLY'],
  offersNewsletter: true,
  mails: (mails) => [mails.agency(), mails.receipt()],
};
