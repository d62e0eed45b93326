import type { Transaction } from 'kysely';
import type { Ctx } from '../../content/site/ctx.server.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { isStorageProblem } from '../../platform/database/storage-problem.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import { ipAddressGroup } from '../../platform/http/ip-address.server.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { limit } from '../../platform/rate-limit/rate-limit.server.ts';
import { isSigned, signatureOf } from '../../platform/signing/signature.server.ts';
import { likelyEmailAddress } from '../../platform/text/contact-details.ts';
import { agencyRecipients, toEach } from '../agency/agency-mail.server.ts';
import { countSeekers, hasSavedSearch } from '../alert/saved-searches.server.ts';
import { type FormDefinition, type FormValues, isAboutGoal, type Problems, textOf } from '../form/form.ts';
import { addressedName } from '../form/salutation.server.ts';
import { passedDays } from '../form/validate-form.ts';
import { newsletterMail, type Subscription, subscribe } from '../newsletter/newsletter.server.ts';
import { CAMPAIGN_KEYS, campaignIn, SAVED_SEARCH } from '../statistics/views.ts';
import { freeViewings } from '../viewing/book-viewing.server.ts';
import { formNamed } from './forms.ts';
import { leadFollowUp } from './lead-follow-up.server.ts';
import { type LeadSubject, leadSubject, officeOfLead, SUBSCRIBED, validatedLead } from './lead-subject.server.ts';
import { type Holder, holderOfNew, setWork } from './lead-work.server.ts';
import { agencyKind, leadMails } from './mails.server.ts';
import {
  captchaChallenge,
  captchaPicture,
  issueFormToken,
  readFormToken,
  robotCheck,
  useOnce,
} from './robot-check.server.ts';
import { storeLead, tokenKeyOf } from './store-lead.server.ts';

const LONGEST_PAGE = 300;

/**
 * The page that led a visitor to a form, and the campaign that led to the page. A form carries the campaign in its
 * field `page`; a system that posts forms itself can send the parameters as fields.
 */
export function cameFrom(raw: Readonly<Record<string, unknown>>): { page: string; campaign: Record<string, string> } {
  const page = textOf(raw, 'page');
  const at = page.indexOf('?');
  const search = new URLSearchParams(at < 0 ? '' : page.slice(at + 1));
  const carried = campaignIn(search);
  const fields = CAMPAIGN_KEYS.flatMap((key) => (textOf(raw, key) ? [[key, textOf(raw, key)]] : []));
  const campaign = { ...carried, ...campaignIn(new URLSearchParams(fields)) };
  if (Object.keys(carried).length === 0) return { page: page.slice(0, LONGEST_PAGE), campaign };
  for (const key of CAMPAIGN_KEYS) search.delete(key);
  const rest = String(search);
  return { page: (page.slice(0, at) + (rest && `?${rest}`)).slice(0, LONGEST_PAGE), campaign };
}

/** The result of a posted form; a problem is a code of `platform/http/problems.ts`. */
export type SubmitResult =
  | { ok: true; reference: string; language: string }
  | { ok: false; problem: SubmitProblem; problems: Problems; retryAfterSeconds?: number };
export type SubmitProblem =
  | 'fields'
  | 'expired'
  | 'too-fast'
  | 'captcha'
  | 'robot'
  | 'unknown-form'
  | 'too-often'
  | 'storage';

/** What a running site gives to a posted form. */
export interface SubmitCtx
  extends Pick<Ctx, 'database' | 'recordEvent' | 'secret' | 'site' | 'siteUrl' | 'wakeOutbox'> {
  settings: Pick<Environment, 'captcha'>;
  log: { error(facts: object, message: string): void };
}

/** A form as it was posted. */
export interface Submission {
  form: string;
  raw: Readonly<Record<string, unknown>>;
  ipAddress: string;
}

const PER_VISITOR = { points: 20, seconds: 600 };
const DAY_MS = 86_400_000;

/** Rolls back a lead whose transaction cannot be completed; carries the result for the visitor. */
class LeadRefused extends Error {
  readonly result: SubmitResult;

  constructor(result: SubmitResult) {
    super('the lead cannot be stored');
    this.result = result;
  }
}

type Refusal = Extract<SubmitResult, { ok: false }>;
const refused = (problem: SubmitProblem, problems: Problems = {}): Refusal => ({ ok: false, problem, problems });
const tooOften = (retryAfterSeconds: number): Refusal => ({ ...refused('too-often'), retryAfterSeconds });

/** What is probably a slip is asked about once within this time. */
const ASKED_ONCE = { points: 1, seconds: 3600 };

/** Stores a posted form as a lead with its mails; returns after all of it is on the disk. */
export async function submitForm(submission: Submission, context: SubmitCtx): Promise<SubmitResult> {
  try {
    return await accepted(submission, context);
  } catch (error) {
    if (error instanceof LeadRefused) return error.result;
    if (!isStorageProblem(error)) throw error;
    context.log.error({ code: error.code }, 'a lead could not be stored');
    return { ...refused('storage'), ...{ retryAfterSeconds: error.retryAfterSeconds } };
  }
}

async function accepted({ form: name, raw, ipAddress }: Submission, context: SubmitCtx): Promise<SubmitResult> {
  const { database, site, secret } = context;
  const form = formNamed(name);
  if (!form) return refused('unknown-form');
  const often = await limit(database, `form:${ipAddressGroup(ipAddress)}`, PER_VISITOR);
  if (!often.ok) return tooOften(often.retryAfterSeconds);

  const token = readFormToken(secret, textOf(raw, 'token'));
  if (!token) return refused('expired');
  const language = site.languages.find((code) => code === raw.language) ?? site.defaultLanguage;
  const about = leadSubject(form, raw, site);
  const verdict = await validatedLead(form, raw, language, about.listing, {
    site,
    async freeTimes(listing) {
      const { bookable, slots } = await freeViewings(database, site, listing);
      return bookable ? slots.length : null;
    },
  });
  if (!verdict.ok) return refused('fields', verdict.problems);
  const { values } = verdict;

  // The same token with the same values was accepted earlier: it gets the same result, whatever was used up since.
  const tokenKey = tokenKeyOf(token.name, { ...values, ...about.ids });
  const known = await database.db
    .selectFrom('leads')
    .select('reference')
    .where('token_key', '=', tokenKey)
    .executeTakeFirst();
  if (known) return { ok: true, reference: known.reference, language };

  const passed = passedDays(form.fields, values);
  if (Object.keys(passed).length > 0) return refused('fields', passed);
  const isForOthers = about.listing !== null && !isAboutGoal(form, about.listing);
  // One about a property that was removed meanwhile stays a lead.
  if ((form.aboutRequired && !about.listing && !about.project) || isForOthers) return refused('unknown-form');
  // The token stays out: a page without scripts is shown again with another one.
  const asked = `asked:${tokenKeyOf(form.name, { ...values, ...about.ids })}`;
  const questions = questionsAbout(form, values);
  const isAsked = Object.keys(questions).length > 0;
  if (isAsked && (await limit(database, asked, ASKED_ONCE)).ok) return refused('fields', questions);
  const robot = await robotCheck(raw, token, context, ipAddress, isAsked);
  if (!robot.ok)
    return 'retryAfterSeconds' in robot ? tooOften(robot.retryAfterSeconds) : refused(robot.problem, robot.problems);
  for (const { key, points, seconds } of form.limits?.(values) ?? []) {
    const allowed = await limit(database, key, { points, seconds });
    if (!allowed.ok) return tooOften(allowed.retryAfterSeconds);
  }
  return store({ form, values, token: token.name, language, about, raw, uses: robot.uses }, context);
}

/** What is asked once before a form is accepted: an amount that binds, and e-mail addresses that are probably slips. */
function questionsAbout({ readBack, fields }: FormDefinition, values: FormValues): Problems {
  const slips = fields.filter(({ name, typo }) => typo && likelyEmailAddress(textOf(values, name)) !== null);
  return {
    ...(readBack && { [readBack.field]: 'read-back' as const }),
    ...Object.fromEntries(slips.map(({ name }) => [name, 'typo' as const])),
  };
}

interface ValidLead {
  form: FormDefinition;
  values: FormValues;
  token: string;
  language: string;
  about: LeadSubject;
  raw: Readonly<Record<string, unknown>>;
  /** What storing the lead uses up, such as a proof of work. */
  uses: string | null;
}

async function store(lead: ValidLead, context: SubmitCtx): Promise<SubmitResult> {
  const { form, values, language, about, raw, uses } = lead;
  const { database, site } = context;
  const email = textOf(values, 'email');
  const toValue = form.propertyToValue?.(values);
  const office = officeOfLead(about, values, site);
  const seekers = toValue ? await countSeekers(database, toValue, site.settings.alerts.seekersFrom) : null;
  const { page, campaign } = cameFrom(raw);
  const isFromSearch =
    campaign.utm_source === SAVED_SEARCH || (email !== '' && (await hasSavedSearch(database, email)));
  const { reference, repeated } = await storeLead(database, {
    form: form.name,
    token: lead.token,
    values: { ...values, ...about.ids },
    language,
    page,
    propertyId: about.ids.property,
    projectId: about.ids.project,
    campaign,
    source: isFromSearch ? SAVED_SEARCH : null,
    consentVersion: site.settings.forms.consentVersion,
    email: email || undefined,
    async within(transaction, stored) {
      // In the transaction: a lead that is not stored uses up nothing, and a double click finds the first post.
      if (uses && !(await useOnce(transaction, uses, Date.now() + DAY_MS)))
        throw new LeadRefused(refused('captcha', { captcha: 'wrong' }));
      const holder = await startWork(transaction, lead, { id: stored.id, office }, site);
      return followUp(transaction, lead, { ...stored, office, seekers, holder }, context);
    },
  });
  if (!repeated) context.wakeOutbox();
  return { ok: true, reference, language };
}

/**
 * Gives a new lead to whom it belongs by the settings, and returns them; one that needs no response is nobody's and is
 * done, unless something of it can be published.
 */
async function startWork(
  transaction: Transaction<Schema>,
  { form, values, about }: ValidLead,
  { id, office }: { id: string; office: string | null },
  site: SubmitCtx['site'],
): Promise<Holder | null> {
  if (form.needsNoResponse) {
    const now = new Date().toISOString();
    if (!form.isApprovable?.(values))
      await transaction.updateTable('leads').set({ status: 'handled', handled_at: now }).where('id', '=', id).execute();
    return null;
  }
  const holder = await holderOfNew(transaction, site, { listing: about.listing, office });
  if (holder) await setWork(transaction, id, { assigned_to: holder.id });
  return holder;
}

/** Does what a form does once its lead is stored, as a part of its transaction, and returns its mails. */
async function followUp(
  transaction: Transaction<Schema>,
  { form, values, language, about, raw }: ValidLead,
  stored: {
    id: string;
    reference: string;
    office: ReturnType<typeof officeOfLead>;
    seekers: number | null;
    holder: Holder | null;
  },
  context: SubmitCtx,
): Promise<OutgoingMail[]> {
  const { id, reference, office, seekers, holder } = stored;
  const email = textOf(values, 'email');
  let subscription: Subscription = null;
  const subscribeVisitor = async () => {
    if (email) subscription = await subscribe(transaction, { email, language }, context.secret);
  };
  if (values.newsletter === true) await subscribeVisitor();
  // Who has confirmed the newsletter gets no second mail, and none is promised.
  const isSubscribed = email !== '' && values.newsletter === true && !subscription;
  const mailedValues = isSubscribed ? { ...values, newsletter: SUBSCRIBED } : values;
  const followed = { id, reference, form, values, mailedValues, language, listing: about.listing, raw };
  const { mails, agencyActions, visitorLinks, visitorNotes, ...effects } = leadFollowUp(context, transaction, followed);
  const problems = await form.afterStore?.(values, { ...effects, subscribe: subscribeVisitor });
  if (problems) throw new LeadRefused(refused('fields', problems));
  await context.recordEvent(transaction, { type: 'lead.created', id });
  const mailed = {
    office,
    seekers,
    form,
    reference,
    values: mailedValues,
    language,
    listing: about.listing,
    project: about.project,
    agencyActions: agencyActions(),
    visitorLinks: visitorLinks(),
    visitorNotes: visitorNotes(),
  };
  const made = form.mails({ ...leadMails(mailed, context), ...mails });
  const confirmation =
    subscription && newsletterMail({ email, name: addressedName(values, language), language }, subscription, context);
  const agents = agencyRecipients(context.site, { agent: about.listing?.manager, office });
  // Who gets the lead reads of it, also as the deputy of an agent.
  const isMailed = holder !== null && context.site.settings.forms.managerMail !== 'off';
  const isOwn = holder?.member === about.listing?.manager;
  const recipients = isMailed && !isOwn ? [...new Set([...agents, holder.email])] : agents;
  return [...made, confirmation]
    .filter((mail) => mail !== null)
    .flatMap((mail) => (mail.kind === agencyKind(form) ? toEach(recipients, mail) : [mail]));
}

/** The values of a new form page: its signed token and, unless it is off, the URL of the check against robots. */
export function open(ctx: Pick<Ctx, 'secret' | 'settings'>) {
  const token = issueFormToken(ctx.secret);
  return { token, captcha: ctx.settings.captcha === 'off' ? null : `/api/captcha/${token}` };
}

/** The proof of work that a browser does for a token; null for a token that this site did not sign. */
export async function challenge(ctx: Pick<Ctx, 'secret'>, token: string) {
  const known = readFormToken(ctx.secret, token);
  return known && captchaChallenge(ctx.secret, known.name);
}

/** The picture with the characters to type; null for a token that this site did not sign. */
export async function picture(ctx: Pick<Ctx, 'secret'>, token: string) {
  const known = readFormToken(ctx.secret, token);
  return known && captchaPicture(ctx.secret, known.name);
}

/** Stores a posted form as `submitForm` does, and logs what looks like a robot. */
export async function submit(
  ctx: SubmitCtx & Pick<Ctx, 'events'>,
  form: string,
  raw: Readonly<Record<string, unknown>>,
  ipAddress: string,
) {
  return ctx.events.form(form, await submitForm({ form, raw, ipAddress }, ctx));
}

/** Signs a reference, so that a thank-you page shows only genuine references. */
export function sign(ctx: Pick<Ctx, 'secret'>, reference: string) {
  return `${reference}.${signatureOf(ctx.secret, 'reference', reference)}`;
}

/** The reference that was signed; null for any other text. */
export function reference(ctx: Pick<Ctx, 'secret'>, signed: string | null) {
  const [reference = '', signature = ''] = (signed ?? '').slice(0, 200).split('.');
  return isSigned(ctx.secret, 'reference', reference, signature) ? reference : null;
}
