import type { FormDefinition } from './form.ts';
import { contactPreference, email, firstName, lastName, phone, remark, timeSlot, titleOfAddress } from './person-fields.ts';

/** A question to the agency. */
export const siteContact: FormDefinition = {
  name: 'site-contact',
  title: 'CONTACT_US',
  about: 'none',
  fields: [
    { ...remark, name: 'message', label: 'MESSAGE', required: true },
    titleOfAddress,
    firstName,
    lastName,
    email,
    phone,
    contactPreference,
    timeSlot,
  ],
  thanks: 'SUCCESS_CONTACT',
  mails: ['agency', 'receipt'],
  subject: 'MAIL_SUBJECT_CONTACT',
  offersNewsletter: true,
};
