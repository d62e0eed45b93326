import type { SecurityLog } from '../../platform/log/security-log.server.ts';
import { isSigned, signatureOf } from '../../platform/signing/signature.server.ts';
import { countSeekers, hasSavedSearch } from '../alert/saved-searches.server.ts';
import { freeViewings } from '../viewing/occupy.server.ts';
import { issueFormToken, readFormToken } from './form-token.server.ts';
import { leadFollowUp } from './lead-follow-up.server.ts';
import { captchaChallenge, captchaPicture } from './robot-check.server.ts';
import type { SubmitContext } from './submit-context.server.ts';
import { submitForm } from './submit-form.server.ts';

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
