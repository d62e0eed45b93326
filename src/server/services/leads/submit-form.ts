import type { Transaction } from 'kysely';
import {
  type FormDefinition,
  type FormSubject,
  type FormValues,
  type LeadEffects,
  type LeadMails,
  type OfferedProperty,
  type Problems,
  textOf,
} from '../../../domain/forms/form.ts';
import { fieldsOf, offersViewingTimes, timeSlotsOf, validatorsOf } from '../../../domain/forms/form-fields.ts';
import { formNamed } from '../../../domain/forms/forms.ts';
import { validateForm } from '../../../domain/forms/validate-form.ts';
import type { Listing } from '../../../domain/property/listing.ts';
import { localized } from '../../../i18n/localized.ts';
import type { Site } from '../../catalogue/site/site.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { isStorageProblem } from '../../platform/database/storage-problem.ts';
import { useOnce } from '../../platform/database/use-once.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import type { ContentLink } from '../../platform/mail/mail-content.ts';
import { ipAddressGroup } from '../../platform/rate-limit/client-ip.ts';
import { limit } from '../../platform/rate-limit/rate-limit.ts';
import { readFormToken } from './form-token.ts';
import { leadMails } from './lead-mails.ts';
import { newsletterMail, type Subscription, subscribe } from './newsletter.ts';
import { robotCheck } from './robot-check.ts';
import { storeLead, tokenKeyOf } from './store-lead.ts';

/** What became of a posted form; a problem is a code of `domain/problems.ts`. */
export type SubmitResult =
  | { ok: true; reference: string; language: string }
  | { ok: false; problem: SubmitProblem; problems: Problems; retryAfterSeconds?: number };
export type SubmitProblem = 'fields' | 'expired' | 'too-fast' | 'captcha' | 'robot' | 'unknown-form' | 'too-often' | 'storage';

/** A form as it was posted. */
export interface Submission {
  form: string;
  raw: Readonly<Record<string, unknown>>;
  /** IP address of the visitor. */
  ipAddress: string;
}

/** A valid lead within the transaction that stores it. */
export interface LeadContext {
  id: string;
  form: FormDefinition;
  values: FormValues;
  language: string;
  listing: Listing | null;
  raw: Readonly<Record<string, unknown>>;
}

/** What other services store with a lead, and the mails and links about it. */
export interface LeadFollowUp extends Omit<LeadEffects, 'subscribe'> {
  mails: Pick<LeadMails<OutgoingMail>, 'viewing' | 'documents' | 'savedSearch'>;
  agencyLinks(): readonly ContentLink[];
}

/** What `submitForm` needs; the app hands it the other services, which do not know each other. */
export interface SubmitContext {
  database: Database;
  site: Site;
  secret: string;
  siteUrl: string;
  captcha: 'on' | 'off';
  wakeOutbox(): void;
  log: { error(facts: object, message: string): void };
  /** Number of free times for a viewing; null where they are not booked by time. */
  freeTimes(listing: Listing): Promise<number | null>;
  seekersFor(property: OfferedProperty): Promise<number | null>;
  followUp(transaction: Transaction<Schema>, lead: LeadContext): LeadFollowUp;
}

const PER_VISITOR = { points: 20, seconds: 600 };
const DAY_MS = 86_400_000;
const CAMPAIGN = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'gclid', 'fbclid'];

/** Undoes a lead whose transaction cannot be completed, with what the visitor is told. */
class LeadRefused extends Error {
  readonly result: SubmitResult;

  constructor(result: SubmitResult) {
    super('the lead cannot be stored');
    this.result = result;
  }
}

const refused = (problem: SubmitProblem, problems: Problems = {}): SubmitResult => ({ ok: false, problem, problems });
const tooOften = (retryAfterSeconds: number): SubmitResult => ({
  ok: false,
  problem: 'too-often',
  problems: {},
  retryAfterSeconds,
});

/** Stores a posted form as a lead with its mails; returns after all of it is on the disk. */
export async function submitForm(submission: Submission, context: SubmitContext): Promise<SubmitResult> {
  try {
    return await submit(submission, context);
  } catch (error) {
    if (error instanceof LeadRefused) return error.result;
    if (!isStorageProblem(error)) throw error;
    context.log.error({ code: error.code }, 'a lead could not be stored');
    return { ...refused('storage'), ...{ retryAfterSeconds: error.retryAfterSeconds } };
  }
}

async function submit({ form: name, raw, ipAddress }: Submission, context: SubmitContext): Promise<SubmitResult> {
  const { database, site, secret } = context;
  const form = formNamed(name);
  if (!form) return refused('unknown-form');
  const often = await limit(database, `form:${ipAddressGroup(ipAddress)}`, PER_VISITOR);
  if (!often.ok) return tooOften(often.retryAfterSeconds);

  const token = readFormToken(secret, textOf(raw, 'token'));
  if (!token) return refused('expired');
  const language = site.languages.find((code) => code === raw.language) ?? site.defaultLanguage;
  const about = aboutOf(form, raw, site);
  const verdict = await validated(form, raw, language, about.listing, context);
  if (!verdict.ok) return refused('fields', verdict.problems);
  const { values } = verdict;

  // The same token with the same values was accepted before: it gets the same result, whatever was used up since.
  const tokenKey = tokenKeyOf(token.name, { ...values, ...about.ids });
  const known = await database.db.selectFrom('leads').select('reference').where('token_key', '=', tokenKey).executeTakeFirst();
  if (known) return { ok: true, reference: known.reference, language };

  if (form.aboutRequired && !about.listing && !about.project) return refused('unknown-form');
  const robot = await robotCheck(raw, token, context, ipAddress);
  if (!robot.ok) return 'retryAfterSeconds' in robot ? tooOften(robot.retryAfterSeconds) : refused(robot.problem, robot.problems);
  for (const { key, points, seconds } of form.limits?.(values) ?? []) {
    const allowed = await limit(database, key, { points, seconds });
    if (!allowed.ok) return tooOften(allowed.retryAfterSeconds);
  }
  return store({ form, values, token: token.name, language, about, raw, uses: robot.uses }, context);
}

type About = ReturnType<typeof aboutOf>;

/** What a form is about, as far as it exists. */
function aboutOf(form: FormDefinition, raw: Readonly<Record<string, unknown>>, site: Site) {
  const idOf = (name: string) => (/^\d{1,12}$/.test(textOf(raw, name)) ? Number(raw[name]) : -1);
  const listing = form.about === 'property' ? site.listing(idOf('property')) : null;
  const project = form.about === 'project' ? (site.projects.find(({ ID }) => ID === idOf('project')) ?? null) : null;
  const ids: { property?: string; project?: string } = {
    ...(listing && { property: String(listing.id) }),
    ...(project && { project: String(project.ID) }),
  };
  return { listing, project, ids };
}

async function validated(
  form: FormDefinition,
  raw: Readonly<Record<string, unknown>>,
  language: string,
  listing: Listing | null,
  { site, freeTimes }: SubmitContext,
): Promise<ReturnType<typeof validateForm>> {
  const settings = site.settings.forms;
  const chosenTime = isMoment(raw.slot) ? raw.slot : null;
  const subject: FormSubject = {
    listing,
    // A visitor who chose a time was offered one.
    freeTimes: listing && offersViewingTimes(form) ? (chosenTime ? 1 : await freeTimes(listing)) : null,
    hasDocuments: listing !== null && Object.hasOwn(site.documents, String(listing.id)),
  };
  const validators = validatorsOf(fieldsOf(form, settings, subject), {
    'property-types': site.propertyTypes.map(({ key }) => key),
    towns: site.towns.map(({ key }) => key),
    'time-slots': timeSlotsOf(settings, language).map(({ from, to }) => `${from}-${to}`),
    // Whether the time is still free is decided in the transaction: only there nobody else can take it.
    'viewing-slots': chosenTime ? [chosenTime] : [],
  });
  const verdict = validateForm(raw, validators, form.checks);
  if (!verdict.ok || !form.offersNewsletter) return verdict;
  return { ok: true, values: { ...verdict.values, newsletter: raw.newsletter === true || textOf(raw, 'newsletter') !== '' } };
}

interface ValidLead {
  form: FormDefinition;
  values: FormValues;
  token: string;
  language: string;
  about: About;
  raw: Readonly<Record<string, unknown>>;
  /** What is used up by storing, such as a proof of work. */
  uses: string | null;
}

async function store(lead: ValidLead, context: SubmitContext): Promise<SubmitResult> {
  const { form, values, language, about, raw, uses } = lead;
  const { database, site } = context;
  const email = textOf(values, 'email');
  const offered = form.offeredProperty?.(values);
  const seekers = offered ? await context.seekersFor(offered) : null;
  const { reference, repeated } = await storeLead(database, {
    form: form.name,
    token: lead.token,
    values: { ...values, ...about.ids },
    language,
    page: textOf(raw, 'page').slice(0, 300),
    propertyId: about.ids.property,
    projectId: about.ids.project,
    campaign: campaignOf(raw),
    consentVersion: site.settings.forms.consentVersion,
    email: email || undefined,
    async within(transaction, { id, reference }) {
      // In the transaction: a lead that is not stored uses up nothing, and a double click meets its first half.
      if (uses && !(await useOnce(transaction, uses, Date.now() + DAY_MS)))
        throw new LeadRefused(refused('captcha', { captcha: 'wrong' }));
      let subscription: Subscription = null;
      const subscribeVisitor = async () => {
        if (email) subscription = await subscribe(transaction, { email, language });
      };
      const { mails, agencyLinks, ...effects } = context.followUp(transaction, {
        id,
        form,
        values,
        language,
        listing: about.listing,
        raw,
      });
      const problems = await form.afterStore?.(values, { ...effects, subscribe: subscribeVisitor });
      if (problems) throw new LeadRefused(refused('fields', problems));
      if (values.newsletter === true) await subscribeVisitor();
      const projectTitle = localized(about.project?.TypeDescription, language);
      const mailed = {
        form,
        reference,
        values,
        language,
        listing: about.listing,
        projectTitle,
        seekers,
        agencyLinks: agencyLinks(),
      };
      const made = form.mails({ ...leadMails(mailed, context), ...mails });
      const confirmation =
        subscription && newsletterMail({ email, name: textOf(values, 'firstName'), language }, subscription, context);
      return [...made, confirmation].filter((mail) => mail !== null);
    },
  });
  if (!repeated) context.wakeOutbox();
  return { ok: true, reference, language };
}

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00\.000Z$/.test(value) && !Number.isNaN(Date.parse(value));

/** The campaign parameters that the page sent along. */
function campaignOf(raw: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(CAMPAIGN.map((name) => [name, textOf(raw, name).slice(0, 200)]).filter(([, value]) => value !== ''));
}
