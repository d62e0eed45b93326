import type { FormDefinition } from './form.ts';
import { email, firstName, lastName, phone, titleOfAddress } from './person-fields.ts';

const price = {
  kind: 'number',
  unit: 'euro',
  required: false,
  pattern: 'whole',
  max: 9,
  inputMode: 'numeric',
  width: 'half',
} as const;
const amount = {
  kind: 'number',
  required: false,
  pattern: 'whole',
  max: 2,
  inputMode: 'numeric',
  width: 'third',
} as const;

/** A saved search: the criteria for which a visitor wants to be notified. */
export const demandRegister: FormDefinition = {
  name: 'demand-register',
  title: 'KEEP_ME_INFORMED',
  about: 'none',
  fields: [
    {
      name: 'goal',
      kind: 'radio',
      label: 'GOAL',
      rowLabel: 'ROW_GOAL',
      required: true,
      fixed: true,
      missing: 'VALIDATION_GOAL',
      options: [
        { value: 'sale', label: 'GOAL_BUY' },
        { value: 'rent', label: 'GOAL_RENT' },
      ],
    },
    {
      name: 'types',
      kind: 'checks',
      label: 'PROPERTY_TYPE',
      required: true,
      fixed: true,
      missing: 'VALIDATION_PROPERTY_TYPE_MIN',
      options: 'property-types',
    },
    {
      name: 'towns',
      kind: 'checks',
      label: 'REGION_BY_COMMUNE',
      rowLabel: 'CITIES',
      hint: 'ZONE_HINT',
      required: false,
      fixed: true,
      missing: 'VALIDATION_ZONE_MIN',
      options: 'towns',
    },
    {
      name: 'zips',
      kind: 'text',
      label: 'REGION_BY_ZIP',
      rowLabel: 'ZIP',
      hint: 'ZIPS_HINT',
      required: false,
      max: 200,
    },
    { ...price, name: 'minPrice', label: 'MIN_PRICE' },
    { ...price, name: 'maxPrice', label: 'MAX_PRICE' },
    { ...amount, name: 'minBedrooms', label: 'MIN_BEDROOMS' },
    { ...amount, name: 'garages', label: 'GARAGES' },
    { ...amount, name: 'parkings', label: 'PARKINGS' },
    {
      name: 'startDate',
      kind: 'date',
      label: 'AVAILABLE_FROM',
      required: false,
      pattern: 'date',
      wrong: 'VALIDATION_START_DATE',
      width: 'half',
    },
    {
      name: 'endDate',
      kind: 'date',
      label: 'AVAILABLE_UNTIL',
      required: false,
      pattern: 'date',
      wrong: 'VALIDATION_END_DATE',
      width: 'half',
    },
    {
      name: 'frequency',
      kind: 'radio',
      label: 'FREQUENCY',
      rowLabel: 'ROW_FREQUENCY',
      required: true,
      options: [
        { value: 'instantly', label: 'FREQUENCY_INSTANTLY' },
        { value: 'daily', label: 'FREQUENCY_DAILY' },
        { value: 'weekly', label: 'FREQUENCY_WEEKLY' },
      ],
    },
    titleOfAddress,
    firstName,
    lastName,
    email,
    phone,
  ],
  checks: ['price-range', 'dates', 'one-zone'],
  button: 'KEEP_ME_INFORMED',
  thanks: 'SUCCESS_DEMAND',
  subject: 'MAIL_SUBJECT_DEMAND',
  offersNewsletter: true,
  async afterStore(_values, effects) {
    await effects.saveSearch();
    return null;
  },
  mails: (mails) => [mails.agency(), mails.savedSearch()],
};
