import type { Field } from './form.ts';

/** How to address the visitor; `fields` in settings/forms.json can make it optional or hide it. */
export const titleOfAddress: Field = {
  name: 'titleOfAddress',
  kind: 'select',
  label: 'TITLE_OF_ADDRESS',
  required: true,
  missing: 'VALIDATION_TITLE',
  autocomplete: 'honorific-prefix',
  width: 'third',
  options: [
    { value: 'mr', label: 'TITLE_MR' },
    { value: 'mrs', label: 'TITLE_MRS' },
    { value: 'miss', label: 'TITLE_MISS' },
  ],
};

export const firstName: Field = {
  name: 'firstName',
  kind: 'text',
  label: 'FIRST_NAME',
  required: true,
  max: 80,
  missing: 'VALIDATION_FIRST_NAME',
  autocomplete: 'given-name',
  width: 'half',
};

export const lastName: Field = {
  name: 'lastName',
  kind: 'text',
  label: 'LAST_NAME',
  required: true,
  max: 80,
  missing: 'VALIDATION_LAST_NAME',
  autocomplete: 'family-name',
  width: 'half',
};

export const email: Field = {
  name: 'email',
  kind: 'email',
  label: 'EMAIL',
  required: true,
  fixed: true,
  max: 200,
  pattern: 'email',
  missing: 'VALIDATION_EMAIL',
  wrong: 'VALIDATION_EMAIL_INVALID',
  typo: 'VALIDATION_EMAIL_TYPO',
  autocomplete: 'email',
  inputMode: 'email',
};

export const phone: Field = {
  name: 'phone',
  kind: 'tel',
  label: 'PHONE',
  required: false,
  max: 30,
  pattern: 'phone',
  missing: 'VALIDATION_PHONE',
  wrong: 'VALIDATION_PHONE_INVALID',
  autocomplete: 'tel',
  inputMode: 'tel',
};

/** Name of the field with the permission to call. */
export const CALLS_FIELD = 'calls';

/** The permission to call about properties that fit; a telephone number alone is none, because browsers fill it in. */
export const calls: Field = {
  name: CALLS_FIELD,
  kind: 'checks',
  label: 'CALLS',
  required: false,
  options: [{ value: 'yes', label: 'CALLS_YES' }],
};

export const street: Field = {
  name: 'street',
  kind: 'text',
  label: 'STREET_AND_NUMBER',
  required: false,
  max: 120,
  missing: 'VALIDATION_ADDRESS',
  autocomplete: 'address-line1',
};

export const zip: Field = {
  name: 'zip',
  kind: 'text',
  label: 'ZIP',
  required: false,
  max: 10,
  pattern: 'zip',
  missing: 'VALIDATION_ZIP',
  wrong: 'VALIDATION_ZIP_INVALID',
  autocomplete: 'postal-code',
  inputMode: 'numeric',
  width: 'third',
};

export const city: Field = {
  name: 'city',
  kind: 'text',
  label: 'CITY',
  required: false,
  max: 80,
  missing: 'VALIDATION_CITY',
  autocomplete: 'address-level2',
  width: 'two3',
};

export const remark: Field = { name: 'remark', kind: 'textarea', label: 'REMARK', required: false };

export const contactPreference: Field = {
  name: 'contactPreference',
  kind: 'radio',
  label: 'CONTACT_PREFERENCE',
  rowLabel: 'ROW_CONTACT',
  required: false,
  options: [
    { value: 'phone', label: 'CONTACT_BY_PHONE' },
    { value: 'email', label: 'CONTACT_BY_EMAIL' },
  ],
};

export const timeSlot: Field = {
  name: 'timeSlot',
  kind: 'checks',
  label: 'TIME_SLOT',
  rowLabel: 'ROW_TIME',
  hint: 'TIME_SLOT_HINT',
  required: false,
  options: 'time-slots',
};

/** Several properties, chosen on the page of favourites. */
export const chosenProperties: Field = {
  name: 'ids',
  kind: 'checks',
  label: 'CHOSEN_PROPERTIES',
  onlyGiven: true,
  required: false,
  max: 20,
  options: 'chosen-properties',
};

/** Who the visitor is, and how and when the agency may reach them. */
export const whoAsks: readonly Field[] = [
  titleOfAddress,
  firstName,
  lastName,
  email,
  phone,
  contactPreference,
  timeSlot,
];
