import type { FormDefinition } from '../form/form.ts';
import { chosenProperties, remark, whoAsks } from '../form/person-fields.ts';

/** A question to the agency. */
export const siteContact: FormDefinition = {
  name: 'site-contact',
  title: 'CONTACT_US',
  about: 'none',
  fields: [
    chosenProperties,
    { ...remark, name: 'message', label: 'MESSAGE', required: true, missing: 'VALIDATION_MESSAGE' },
    ...whoAsks,
  ],
  thanks: 'SUCCESS_CONTACT',
  subject: 'MAIL_SUBJECT_CONTACT',
  receiptSubject: 'MAIL_RECEIPT_MESSAGE',
  next: () => ['NEXT_MAIL', 'NEXT_ANSWER', 'NEXT_REPLY'],
  offersNewsletter: true,
  mails: (mails) => [mails.agency(), mails.receipt()],
};
