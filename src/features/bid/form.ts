import { type FormDefinition, textOf } from '../form/form.ts';
import { city, email, firstName, lastName, phone, remark, street, zip } from '../form/person-fields.ts';

/** A bid to buy a property. */
export const bid: FormDefinition = {
  name: 'offer',
  purpose: 'PROCESSING_OFFER',
  title: 'MAKE_OFFER',
  entryTitle: 'ROW_OFFER',
  intro: 'OFFER_INTRO',
  about: 'property',
  onlyAvailable: true,
  onlyGoal: 'sale',
  notices: () => ['OFFER_TRANSMITTED'],
  fields: [
    {
      name: 'price',
      kind: 'number',
      label: 'OFFER_PRICE',
      rowLabel: 'ROW_OFFER',
      unit: 'euro',
      required: true,
      missing: 'VALIDATION_OFFER',
      pattern: 'amount',
      max: 20,
      wrong: 'VALIDATION_AMOUNT',
      inputMode: 'numeric',
      width: 'half',
    },
    {
      name: 'validUntil',
      kind: 'date',
      label: 'OFFER_VALID_UNTIL',
      hint: 'OFFER_VALID_UNTIL_HINT',
      required: false,
      pattern: 'coming-date',
      wrong: 'VALIDATION_OFFER_VALID_UNTIL',
      width: 'half',
    },
    {
      name: 'financing',
      kind: 'radio',
      label: 'OFFER_FINANCING',
      required: false,
      options: [
        { value: 'loan', label: 'YES' },
        { value: 'none', label: 'NO' },
      ],
    },
    { ...remark, name: 'conditions', label: 'OFFER_CONDITIONS' },
    firstName,
    lastName,
    { ...street, required: true },
    { ...zip, required: true },
    { ...city, required: true },
    email,
    { ...phone, required: true },
  ],
  readBack: {
    field: 'price',
    title: 'OFFER_READ_BACK_TITLE',
    message: 'OFFER_READ_BACK',
    messageWithPrice: 'OFFER_READ_BACK_SHARE',
  },
  thanks: 'SUCCESS_OFFER',
  subject: 'MAIL_SUBJECT_OFFER',
  receiptSubject: 'MAIL_RECEIPT_OFFER',
  receiptSimilar: false,
  receiptMore: ['OFFER_BINDS', 'NEXT_OFFER_OWNER', 'NEXT_OFFER_CALL'],
  namesPrice: true,
  next: () => ['NEXT_MAIL', 'NEXT_OFFER_OWNER', 'NEXT_OFFER_CALL'],
  async afterStore(values, effects) {
    await effects.makeBid(Number(textOf(values, 'price')), textOf(values, 'validUntil') || null);
    return null;
  },
  mails: (mails) => [mails.agency(), mails.receipt(), ...mails.bidToOwners()],
};
