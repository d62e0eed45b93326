import { demandRegister } from '../alert/demand-register.ts';
import { followProperties } from '../alert/follow-properties.ts';
import { offer } from '../bid/offer.ts';
import { documentRequest } from '../document/document-request.ts';
import type { FormDefinition } from '../form/form.ts';
import { signNewsletter } from '../newsletter/sign-newsletter.ts';
import { contactAppointment } from '../viewing/contact-appointment.ts';
import { contactConstruction } from './contact-construction.ts';
import { contactDemand } from './contact-demand.ts';
import { contactMe } from './contact-me.ts';
import { sendToFriend } from './send-to-friend.ts';
import { siteContact } from './site-contact.ts';
import { testimonialForm } from './testimonial.ts';

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
  offer,
  followProperties,
];

const BY_NAME: ReadonlyMap<string, FormDefinition> = new Map(FORMS.map((form) => [form.name, form]));

/** The form of a name, null when there is none. */
export const formNamed = (name: string): FormDefinition | null => BY_NAME.get(name) ?? null;
