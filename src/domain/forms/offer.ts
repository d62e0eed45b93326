import type { FormDefinition } from './form.ts';
import { city, email, firstName, lastName, phone, remark, street, zip } from './person-fields.ts';

/** An offer to buy a property. */
export const offer: FormDefinition = {
  name: 'offer',
  title: 'MAKE_OFFER',
  entryTitle: 'ROW_OFFER',
  intro: 'OFFER_INTRO',
  about: 'property',
  onlyAvailable: true,
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
    { ...remark, name: 'conditions', label: 'OFFER_CONDITIONS' },
    firstName,
    lastName,
    { ...street, required: true },
    { ...zip, required: true },
    { ...city, required: true },
    email,
    { ...phone, required: true },
  ],
  thanks: 'SUCCESS_OFFER',
  subject: 'MAIL_SUBJECT_OFFER',
  receiptSubject: 'MAIL_RECEIPT_OFFER',
  receiptSimilar: false,
  receiptMore: ['OFFER_BINDS', 'NEXT_OFFER_OWNER', 'NEXT_OFFER_CALL'],
  namesPrice: true,
  next: () => ['NEXT_MAIL', 'NEXT_OFFER_OWNER', 'NEXT_OFFER_CALL'],
  mails: (mails) => [mails.agency(), mails.receipt()],
};
