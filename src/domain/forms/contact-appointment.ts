import type { FormDefinition } from './form.ts';
import { email, firstName, lastName, phone, remark, timeSlot, titleOfAddress } from './person-fields.ts';

/** A visit of a home: a free time, or preferred days and hours where none can be booked. Only a name and ways to reach the visitor are asked, as the law wants before a visit. */
export const contactAppointment: FormDefinition = {
  name: 'contact-appointment',
  title: 'FORM_CONTACT_APPOINTMENT',
  about: 'property',
  fields: [
    {
      name: 'slot',
      kind: 'radio',
      label: 'APPOINTMENT_CHOOSE',
      required: true,
      fixed: true,
      options: 'viewing-slots',
      missing: 'VALIDATION_SLOT',
      wrong: 'VALIDATION_SLOT_TAKEN',
    },
    {
      name: 'startDate',
      kind: 'date',
      label: 'VIEWING_FROM',
      required: true,
      pattern: 'date',
      missing: 'VALIDATION_START_DATE',
      wrong: 'VALIDATION_START_DATE',
      width: 'half',
    },
    {
      name: 'endDate',
      kind: 'date',
      label: 'VIEWING_UNTIL',
      required: false,
      pattern: 'date',
      missing: 'VALIDATION_END_DATE',
      wrong: 'VALIDATION_END_DATE',
      width: 'half',
    },
    timeSlot,
    titleOfAddress,
    firstName,
    lastName,
    email,
    { ...phone, required: true },
    remark,
  ],
  checks: ['dates'],
  button: 'REQUEST_VIEWING',
  thanks: 'SUCCESS_APPOINTMENT_REQUEST',
  mails: ['agency', 'viewing'],
  subject: 'MAIL_SUBJECT_APPOINTMENT',
};
