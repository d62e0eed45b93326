import type { FormDefinition } from './form.ts';
import { contactPreference, email, firstName, lastName, phone, remark, timeSlot, titleOfAddress } from './person-fields.ts';

/** More information about a home. */
export const contactMe: FormDefinition = {
  name: 'contact-me',
  title: 'FORM_CONTACT_ME',
  about: 'property',
  fields: [
    { ...remark, name: 'message', label: 'YOUR_QUESTION', required: true },
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
  subject: 'MAIL_SUBJECT_CONTACT_ME',
  offersNewsletter: true,
};
