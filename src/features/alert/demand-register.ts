import type { FormDefinition } from '../form/form.ts';
import { calls, email, firstName, lastName, phone, titleOfAddress } from '../form/person-fields.ts';
import { LIMIT_KEYS, LIMITS, savedFieldOf } from '../listing/listing-query.ts';
import { AREA_LABELS } from '../place/region.ts';
import { FEATURE_LABELS, FEATURES } from '../property/features.ts';

const price = {
  kind: 'number',
  unit: 'euro',
  required: false,
  pattern: 'amount',
  max: 20,
  wrong: 'VALIDATION_AMOUNT',
  inputMode: 'numeric',
  width: 'half',
} as const;
const choice = { kind: 'select', onlyGiven: true, required: false, width: 'half' } as const;
const surface = {
  onlyGiven: true,
  kind: 'number',
  required: false,
  pattern: 'whole',
  max: 7,
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

/** The limits that the form asks everybody for. */
const ASKED = ['minPrice', 'maxPrice', 'minBedrooms'];

/** A saved search: the criteria for which a visitor wants to be notified. */
export const demandRegister: FormDefinition = {
  name: 'demand-register',
  purpose: 'PROCESSING_SEARCH',
  title: 'KEEP_ME_INFORMED',
  byHand: {
    label: 'HAND_SEARCH',
    fields: ['goal', 'types', 'zips', 'minPrice', 'maxPrice', 'minBedrooms', 'frequency', 'calls'],
    needs: ['goal', 'types', 'zips'],
    isDone: true,
  },
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
      hint: 'AT_LEAST_ONE_HINT',
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
      hint: 'ZONE_MIN_HINT',
      marked: true,
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
      pattern: 'zips',
      wrong: 'VALIDATION_ZIP_INVALID',
      required: false,
      max: 200,
    },
    {
      name: 'regions',
      kind: 'checks',
      label: 'REGION',
      onlyGiven: true,
      required: false,
      options: Object.entries(AREA_LABELS).map(([value, label]) => ({ value, label })),
    },
    { ...choice, name: 'within', label: 'WITHIN', options: 'distances' },
    { ...choice, name: 'area', label: 'ON_MAP', options: 'drawn-area', pattern: 'area', max: 1500 },
    { ...price, name: 'minPrice', label: 'MIN_PRICE_EURO', rowLabel: 'MIN_PRICE' },
    { ...price, name: 'maxPrice', label: 'MAX_PRICE_EURO', rowLabel: 'MAX_PRICE' },
    // The other filters of lists are kept when a search comes from a list.
    ...LIMIT_KEYS.filter((key) => !ASKED.includes(savedFieldOf(key))).map((key) => ({
      ...{ euro: price, 'square-metres': surface, count: amount }[LIMITS[key].unit],
      name: savedFieldOf(key),
      label: LIMITS[key].label,
      onlyGiven: true,
    })),
    { ...choice, name: 'epc', label: 'EPC_LABEL', options: 'energy-labels' },
    {
      name: 'features',
      kind: 'checks',
      label: 'FEATURES',
      onlyGiven: true,
      required: false,
      options: FEATURES.map((value) => ({ value, label: FEATURE_LABELS[value] })),
    },
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
      missing: 'VALIDATION_FREQUENCY',
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
    calls,
  ],
  checks: ['price-range', 'dates', 'one-zone'],
  button: 'KEEP_ME_INFORMED',
  isLong: true,
  thanks: 'SUCCESS_DEMAND',
  needsNoResponse: true,
  subject: 'MAIL_SUBJECT_DEMAND',
  next: () => ['NEXT_SEARCH_MAIL', 'NEXT_SEARCH_NEWS', 'NEXT_SEARCH_CHANGE'],
  offersNewsletter: true,
  async afterStore(_values, effects) {
    await effects.saveSearch();
    return null;
  },
  mails: (mails) => [mails.agency(), mails.savedSearch()],
};
