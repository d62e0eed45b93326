import { type Field, type FormDefinition, type FormSubject, textOf } from '../form/form.ts';
import { email, firstName, lastName, phone, remark, timeSlot, titleOfAddress } from '../form/person-fields.ts';
import { regionOf } from '../place/region.ts';

/** Fields for the preferred times of a viewing, where no time can be booked. */
const PREFERENCES = ['startDate', 'endDate', 'timeSlot'];

/**
 * A viewing: a free time, or preferred days and hours where none can be booked. Only a name and ways to reach the
 * visitor are requested, as the law requires before a viewing.
 */
export const contactAppointment: FormDefinition = {
  name: 'contact-appointment',
  purpose: 'PROCESSING_VIEWING',
  title: 'FORM_CONTACT_APPOINTMENT',
  entryTitle: 'ENTRY_VIEWING_REQUEST',
  byHand: {
    label: 'HAND_VIEWING',
    link: 'STUDIO_PLAN_VIEWING',
    fields: ['slot'],
    needs: ['slot'],
    needsProperty: true,
    text: 'remark',
    isDone: true,
    tellsOwner: true,
  },
  about: 'property',
  onlyAvailable: true,
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
      pattern: 'coming-date',
      missing: 'VALIDATION_START_DATE',
      wrong: 'VALIDATION_START_DATE',
      width: 'half',
    },
    {
      name: 'endDate',
      kind: 'date',
      label: 'VIEWING_UNTIL',
      required: false,
      pattern: 'coming-date',
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
  subject: 'MAIL_SUBJECT_APPOINTMENT',
  next: (outcome) =>
    outcome === 'viewing-confirmed'
      ? ['NEXT_VIEWING_MAIL', 'NEXT_VIEWING_CHANGE', 'NEXT_VIEWING_MEET']
      : ['NEXT_MAIL', 'NEXT_VIEWING_CONFIRM', outcome === 'viewing-requested' ? 'NEXT_VIEWING_CHANGE' : 'NEXT_REPLY'],
  prepare(fields, { listing, freeTimes }) {
    const canBook = (freeTimes ?? 0) > 0;
    const offered = fields.filter(({ name }) => (canBook ? !PREFERENCES.includes(name) : name !== 'slot'));
    return offered.map((field) => (field.name === 'phone' && isBrusselsRent(listing) ? optionalPhone(field) : field));
  },
  notices: ({ freeTimes }) => (freeTimes === 0 ? ['ERROR_APPOINTMENTS_FULL', 'APPOINTMENTS_FULL_HELP'] : []),
  async afterStore(values, effects) {
    const startsAt = textOf(values, 'slot');
    return startsAt && !(await effects.bookViewing(startsAt)) ? { slot: 'wrong' } : null;
  },
  mails: (mails) => [mails.agency(), mails.viewing() ?? mails.receipt()],
};

/**
 * Before a viewing of a rental property in Brussels only a name and one way to reach the visitor may be requested
 * (housing code art. 200ter).
 */
const isBrusselsRent = (listing: FormSubject['listing']): boolean =>
  listing?.goal === 'rent' && regionOf({ CountryID: listing.countryId, Zip: listing.zip }) === 'brussels';

const optionalPhone = (field: Field): Field => ({ ...field, required: false, fixed: true });
