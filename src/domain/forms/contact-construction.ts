import type { FormDefinition } from './form.ts';
import { contactPreference, email, firstName, lastName, phone, remark, timeSlot, titleOfAddress } from './person-fields.ts';

/** More information about a new-build project. */
export const contactConstruction: FormDefinition = {
  name: 'contact-construction',
  title: 'FORM_CONTACT_CONSTRUCTION',
  about: 'project',
  fields: [
    { ...remark, name: 'message', label: 'YOUR_QUESTION', required: false },
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
  subject: 'MAIL_SUBJECT_CONSTRUCTION',
  offersNewsletter: true,
};
