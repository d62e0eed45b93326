import { isSigned, signatureOf } from '../platform/signing/signature.ts';
import { countSeekers, hasSavedSearch } from '../services/alerts/saved-searches.ts';
import { issueFormToken, readFormToken } from '../services/leads/form-token.ts';
import { captchaChallenge, captchaPicture } from '../services/leads/robot-check.ts';
import type { SubmitContext } from '../services/leads/submit-context.ts';
import { submitForm } from '../services/leads/submit-form.ts';
import { freeViewings } from '../services/viewings/occupy.ts';
import { leadFollowUp } from './lead-follow-up.ts';
import type { SecurityLog } from './security-log.ts';

/** The dependencies of the forms; the other services are added here. */
type Parts = Omit<SubmitContext, 'freeTimes' | 'seekersFor' | 'hasSavedSearch' | 'followUp'>;

/** Connects the forms with the services that a lead needs. */
export function submitContextOf(parts: Parts): SubmitContext {
  const { database, site } = parts;
  return {
    ...parts,
    async freeTimes(listing) {
      const { bookable, slots } = await freeViewings(database, site, listing);
      return bookable ? slots.length : null;
    },
    seekersFor: (offered) => countSeekers(database, offered, site.settings.alerts.seekersFrom),
    hasSavedSearch: (email) => hasSavedSearch(database, email),
    followUp: leadFollowUp(parts),
  };
}

/** The form functions that pages receive. */
export function formServices(parts: Parts, events: SecurityLog) {
  const { secret, captcha } = parts;
  const context = submitContextOf(parts);
  return {
    /** The values of a new form page: its signed token and, unless it is off, the URL of the check against robots. */
    open() {
      const token = issueFormToken(secret);
      return { token, captcha: captcha === 'off' ? null : `/api/captcha/${token}` };
    },
    /** The proof of work that a browser does for a token; null for a token that this site did not sign. */
    async challenge(token: string) {
      const known = readFormToken(secret, token);
      return known && captchaChallenge(secret, known.name);
    },
    /** The picture with the characters to type; null for a token that this site did not sign. */
    async picture(token: string) {
      const known = readFormToken(secret, token);
      return known && captchaPicture(secret, known.name);
    },
    submit: async (form: string, raw: Readonly<Record<string, unknown>>, ipAddress: string) =>
      events.form(form, await submitForm({ form, raw, ipAddress }, context)),
    /** Signs a reference, so that a thank-you page shows only genuine references. */
    sign: (reference: string) => `${reference}.${signatureOf(secret, 'reference', reference)}`,
    /** The reference that was signed; null for any other text. */
    reference(signed: string | null) {
      const [reference = '', signature = ''] = (signed ?? '').slice(0, 200).split('.');
      return isSigned(secret, 'reference', reference, signature) ? reference : null;
    },
  };
}
