import { fieldsOf, timeSlotsOf, validatorsOf } from '../../../domain/forms/fields-of.ts';
import type { FormDefinition, FormValues } from '../../../domain/forms/form.ts';
import { formFor } from '../../../domain/forms/form-for.ts';
import { formNamed } from '../../../domain/forms/forms.ts';
import { judge } from '../../../domain/forms/schema-of.ts';
import type { Listing } from '../../../domain/property/listing.ts';
import { localized } from '../../../i18n/localized.ts';
import type { Site } from '../../catalogue/site/site.ts';
import type { Database } from '../../platform/database/database.ts';
import { STORAGE_RETRY_SECONDS, StorageProblem } from '../../platform/database/storage-problem.ts';
import { useOnce } from '../../platform/database/use-once.ts';
import { ipAddressGroup } from '../../platform/rate-limit/client-ip.ts';
import { limit } from '../../platform/rate-limit/rate-limit.ts';
import { seekersFor } from '../alerts/count-seekers.ts';
import { freeViewings } from '../viewings/free-viewings.ts';
import { type FollowUp, followUp, SlotTaken } from './follow-up.ts';
import { formMails } from './form-mails.ts';
import { readFormToken } from './form-token.ts';
import { valueRows } from './lead-rows.ts';
import { robotCheck } from './robot-check.ts';
import { storeLead, tokenKeyOf } from './store-lead.ts';
import { refused, type SubmitResult, tooOften } from './submit-result.ts';

const CAMPAIGN = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'gclid', 'fbclid'];

/** The campaign values that the page handed along. */
export function campaignOf(raw: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(CAMPAIGN.flatMap((name) => (textIn(raw[name]) ? [[name, textIn(raw[name]).slice(0, 200)]] : [])));
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : '');

/** A form as it was posted. */
export interface Submission {
  form: string;
  raw: Readonly<Record<string, unknown>>;
  /** Who posts, as an IP address. */
  ipAddress: string;
}

interface Parts {
  database: Database;
  site: Site;
  secret: string;
  siteUrl: string;
  captcha: 'on' | 'off';
  wakeOutbox(): void;
  log: { error(facts: object, message: string): void };
}

const PER_VISITOR = { points: 20, seconds: 600 };
const DAY_MS = 86_400_000;
const PER_FRIEND = { points: 3, seconds: 86_400 };
const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Takes a posted form: limit, judge, check for robots, store with its mails; answers only after all of it is on the disk. */
export async function submitForm(submission: Submission, parts: Parts): Promise<SubmitResult> {
  try {
    return await take(submission, parts);
  } catch (error) {
    if (error instanceof UsedBefore) return refused('captcha', { captcha: 'wrong' });
    if (error instanceof SlotTaken) return { ok: false, status: 422, problem: 'fields', problems: { slot: 'wrong' } };
    if (!(error instanceof StorageProblem)) throw error;
    parts.log.error({ code: error.code }, 'a request could not be stored');
    return { ok: false, status: 503, problem: 'storage', problems: {}, retryAfterSeconds: STORAGE_RETRY_SECONDS };
  }
}

async function take({ form: name, raw, ipAddress }: Submission, parts: Parts): Promise<SubmitResult> {
  const { database, site, secret } = parts;
  const form = formNamed(name);
  if (!form) return { ok: false, status: 404, problem: 'unknown-form', problems: {} };
  const often = await limit(database, `form:${ipAddressGroup(ipAddress)}`, PER_VISITOR);
  if (!often.ok) return tooOften(often.retryAfterSeconds);

  const settings = site.settings.forms;
  const language = site.languages.find((code) => code === raw.language) ?? site.defaultLanguage;
  const token = readFormToken(secret, text(raw.token));
  if (!token) return refused('expired');
  const slots = timeSlotsOf(settings, language).map(({ from, to }) => `${from}-${to}`);
  const about = aboutOf(form, raw, site);
  const startsAt = isMoment(raw.slot) ? raw.slot : null;
  const canBook =
    form.name === 'contact-appointment' && about.listing !== null && (await booksBy(parts, about.listing, startsAt));
  const validators = validatorsOf(fieldsOf(formFor(form, about.listing, canBook), settings), {
    'property-types': site.propertyTypes.map(({ key }) => key),
    towns: site.towns.map(({ key }) => key),
    'time-slots': slots,
    // Whether it is still free is decided while storing: only there nobody else can come between.
    'viewing-slots': startsAt ? [startsAt] : [],
  });
  const verdict = judge(raw, validators, form.checks);
  if (!verdict.ok) return { ok: false, status: 422, problem: 'fields', problems: verdict.problems };
  const values: FormValues = {
    ...verdict.values,
    ...(form.offersNewsletter && { newsletter: text(raw.newsletter) !== '' || raw.newsletter === true }),
  };

  // The same token with the same answers was judged before: it gets the same answer, whatever has been used up since.
  const known = await database.db
    .selectFrom('leads')
    .select('reference')
    .where('token_key', '=', tokenKeyOf(token.name, { ...values, ...about.ids }))
    .executeTakeFirst();
  if (known) return { ok: true, reference: known.reference, language };

  // A mail to a friend is about a home, or it is none.
  if (form.mails.includes('friend') && !about.listing) return { ok: false, status: 404, problem: 'unknown-form', problems: {} };
  const robot = await robotCheck(raw, token, parts, ipAddress);
  if (!robot.ok) return robot.result;
  if (form.name === 'send-to-friend') {
    const friend = await limit(database, `friend:${text(values.friendEmail).toLowerCase()}`, PER_FRIEND);
    const sender = await limit(database, `sender:${text(values.email).toLowerCase()}`, { points: 10, seconds: 86_400 });
    if (!friend.ok) return tooOften(friend.retryAfterSeconds);
    if (!sender.ok) return tooOften(sender.retryAfterSeconds);
  }
  return store({ form, values, token: token.name, language, about, raw, uses: robot.uses }, parts);
}

interface Judged {
  form: FormDefinition;
  values: FormValues;
  token: string;
  language: string;
  about: ReturnType<typeof aboutOf>;
  raw: Readonly<Record<string, unknown>>;
  /** What is used up by storing, such as a proof of work. */
  uses: string | null;
}

/** What may be used once was used by another request. */
class UsedBefore extends Error {}

async function store({ form, values, token, language, about, raw, uses }: Judged, parts: Parts): Promise<SubmitResult> {
  const { database, site, secret, siteUrl } = parts;
  const email = text(values.email);
  let done: FollowUp = { newsletter: null, viewing: null, search: null };
  const seekers = await seekersFor(form.name, values, parts);
  const { reference, repeated } = await storeLead(database, {
    form: form.name,
    token,
    values: { ...values, ...about.ids },
    language,
    page: text(raw.page).slice(0, 300),
    propertyId: about.listing ? String(about.listing.id) : undefined,
    projectId: about.ids.project,
    campaign: campaignOf(raw),
    consentVersion: site.settings.forms.consentVersion,
    email: email || undefined,
    within: async (transaction, lead) => {
      // Together with the request: what could not be stored uses up nothing, and a double click meets its first half.
      if (uses && !(await useOnce(transaction, uses, Date.now() + DAY_MS))) throw new UsedBefore();
      done = await followUp(transaction, { form, values, language, listing: about.listing, raw, leadId: lead.id }, parts);
    },
    mails: (given) =>
      formMails(
        {
          form,
          values,
          language,
          listing: about.listing,
          projectTitle: localized(about.project?.TypeDescription, language),
          site,
          siteUrl,
          secret,
          ...done,
          seekers,
          rowsIn: (code) => valueRows(form, values, site, code),
        },
        given,
      ),
  });
  if (!repeated) parts.wakeOutbox();
  return { ok: true, reference, language };
}

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00\.000Z$/.test(value) && !Number.isNaN(Date.parse(value));

/** Whether a visit of this home is booked by time now; whoever chose a time was offered one. */
async function booksBy({ database, site }: Parts, listing: Listing, startsAt: string | null): Promise<boolean> {
  return startsAt !== null || (await freeViewings(database, site, listing)).slots.length > 0;
}

/** What a form is about, as far as it exists. */
function aboutOf(form: FormDefinition, raw: Readonly<Record<string, unknown>>, site: Site) {
  const id = (value: unknown) => (/^\d{1,12}$/.test(text(value)) ? Number(value) : -1);
  const listing = form.about === 'property' ? site.listing(id(raw.property)) : null;
  const project = form.about === 'project' ? (site.projects.find(({ ID }) => ID === id(raw.project)) ?? null) : null;
  return {
    listing,
    project,
    ids: { ...(listing && { property: String(listing.id) }), ...(project && { project: String(project.ID) }) } as {
      property?: string;
      project?: string;
    },
  };
}
