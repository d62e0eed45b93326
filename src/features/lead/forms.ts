import type { Translate } from '../../i18n/label-key.ts';
import { demandRegister } from '../alert/demand-register.ts';
import { followProperties } from '../alert/follow-properties.ts';
import { bid } from '../bid/form.ts';
import { documentRequest } from '../document/document-request.ts';
import type { FormDefinition } from '../form/form.ts';
import { chosenProperties, remark, whoAsks } from '../form/person-fields.ts';
import { signNewsletter } from '../newsletter/sign-newsletter.ts';
import { OWNER_SUGGESTION } from '../owner/owner-suggestion.ts';
import { contactAppointment } from '../viewing/contact-appointment.ts';
import { contactDemand } from './contact-demand.ts';
import { sendToFriend } from './send-to-friend.ts';
import { testimonialForm } from './testimonial.ts';

/** More information about a property. */
export const contactMe: FormDefinition = {
  name: 'contact-me',
  purpose: 'PROCESSING_QUESTION',
  title: 'FORM_CONTACT_ME',
  entryTitle: 'ROW_QUESTION',
  about: 'property',
  fields: [
    {
      ...remark,
      name: 'message',
      label: 'YOUR_QUESTION',
      rowLabel: 'ROW_QUESTION',
      required: true,
      missing: 'VALIDATION_QUESTION',
    },
    ...whoAsks,
  ],
  thanks: 'SUCCESS_CONTACT',
  subject: 'MAIL_SUBJECT_CONTACT_ME',
  receiptSubject: 'MAIL_RECEIPT_MESSAGE',
  next: () => ['NEXT_MAIL', 'NEXT_ANSWER', 'NEXT_REPLY'],
  offersNewsletter: true,
  mails: (mails) => [mails.agency(), mails.receipt()],
};

/** A question to the agency. */
export const siteContact: FormDefinition = {
  name: 'site-contact',
  byHand: { label: 'HAND_QUESTION', fields: [], needs: [], text: 'message' },
  forOffice: true,
  purpose: 'PROCESSING_QUESTION',
  title: 'CONTACT_US',
  about: 'none',
  fields: [
    chosenProperties,
    { ...remark, name: 'message', label: 'MESSAGE', required: true, missing: 'VALIDATION_MESSAGE' },
    ...whoAsks,
  ],
  thanks: 'SUCCESS_CONTACT',
  subject: 'MAIL_SUBJECT_CONTACT',
  receiptSubject: 'MAIL_RECEIPT_MESSAGE',
  next: () => ['NEXT_MAIL', 'NEXT_ANSWER', 'NEXT_REPLY'],
  offersNewsletter: true,
  mails: (mails) => [mails.agency(), mails.receipt()],
};

/** More information about a new-build project. */
const contactConstruction: FormDefinition = {
  name: 'contact-construction',
  purpose: 'PROCESSING_QUESTION',
  title: 'FORM_CONTACT_CONSTRUCTION',
  about: 'project',
  fields: [
    { ...remark, name: 'message', label: 'YOUR_QUESTION', rowLabel: 'ROW_QUESTION', required: false },
    ...whoAsks,
  ],
  thanks: 'SUCCESS_CONTACT',
  subject: 'MAIL_SUBJECT_CONSTRUCTION',
  receiptSubject: 'MAIL_RECEIPT_MESSAGE',
  next: () => ['NEXT_MAIL', 'NEXT_ANSWER', 'NEXT_REPLY'],
  offersNewsletter: true,
  mails: (mails) => [mails.agency(), mails.receipt()],
};

/** All forms of the site. */
export const FORMS: readonly FormDefinition[] = [
  contactMe,
  contactAppointment,
  contactConstruction,
  contactDemand,
  demandRegister,
  sendToFriend,
  siteContact,
  signNewsletter,
  documentRequest,
  testimonialForm,
  bid,
  followProperties,
];

const BY_NAME: ReadonlyMap<string, FormDefinition> = new Map(FORMS.map((form) => [form.name, form]));

/** The form of a name, null when there is none. */
export const formNamed = (name: string): FormDefinition | null => BY_NAME.get(name) ?? null;

/** What a lead of a form is called: a request of a visitor, or what an owner suggests. */
export function leadTitle(name: string, t: Translate): string {
  const form = formNamed(name);
  if (form) return t(form.entryTitle ?? form.title);
  return name === OWNER_SUGGESTION ? t('ENTRY_SUGGESTION') : name;
}

/** The forms of which no lead waits for the agency. */
export const WITHOUT_RESPONSE: readonly string[] = FORMS.filter(({ needsNoResponse }) => needsNoResponse).map(
  ({ name }) => name,
);

/** Whether a lead of this form waits for the agency. */
export const needsResponse = (form: string): boolean => !WITHOUT_RESPONSE.includes(form);
