import type { Transaction } from 'kysely';
import type { Ctx } from '../../content/site/ctx.server.ts';
import { parseDate } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/label-key.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Language } from '../../i18n/languages.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { isVisitorEmailAddress } from '../../platform/text/contact-details.ts';
import { itemAt, keysOf, recordBy } from '../../platform/values/values.ts';
import {
  type FormDefinition,
  type FormValues,
  type HandForm,
  isAboutGoal,
  nameOf,
  offersViewingTimes,
  textOf,
  validatorsOf,
} from '../form/form.ts';
import { passedDays, validateForm } from '../form/validate-form.ts';
import { momentInWords } from '../property/words.server.ts';
import { isWithin, reachOf } from '../staff/rights.ts';
import type { StaffMember } from '../staff/staff.server.ts';
import { listStaff } from '../staff/staff-accounts.server.ts';
import { FIELD_SOURCES } from './field-sources.server.ts';
import { contactMe, FORMS, siteContact } from './forms.ts';
import { leadFollowUp } from './lead-follow-up.server.ts';
import { findWork, listWork, searchTerms, type WorkedLead } from './lead-list.server.ts';
import type { HandSource } from './lead-source.ts';
import { officeOfLead } from './lead-subject.server.ts';
import { addEntry, auditLead, handle, markResponded, setWork } from './lead-work.server.ts';
import { leadMails } from './mails.server.ts';
import { storeLead } from './store-lead.server.ts';

/** A form of which staff write leads down. */
export type WrittenForm = FormDefinition & { byHand: HandForm };

/** The forms of which staff write leads down, the general question first. */
const WRITTEN_FORMS: readonly WrittenForm[] = [siteContact, ...FORMS.filter((form) => form !== siteContact)]
  .map(({ byHand, ...form }) => byHand && { ...form, byHand })
  .filter((form) => form !== undefined);

/** The kinds of requests that are written down, by the names of their forms. */
export const writtenKinds = () => WRITTEN_FORMS.map(({ name, byHand }) => ({ name, label: byHand.label }));

/** The form of a name that staff write down; the general question for any other name. */
export const writtenForm = (_ctx: unknown, name: string): WrittenForm =>
  WRITTEN_FORMS.find(({ name: one }) => one === name) ?? itemAt(WRITTEN_FORMS, 0);

/** A request that somebody at the agency writes down, such as a telephone call. */
export interface HandLead {
  form: WrittenForm;
  /** What its own fields say. */
  values: FormValues;
  source: HandSource;
  name: string;
  phone: string;
  email: string;
  text: string;
  propertyId: string;
  language: Language;
  /** Who gets it: the ID of a member of staff; null for nobody. */
  assignee: string | null;
  isHandled: boolean;
  /** Whether the visitor gets the mails that a form sends, and the owner those about a bid. */
  tellsVisitor: boolean;
  tellsOwner: boolean;
  /** Of a page that is posted twice, the second is the same lead. */
  key: string;
}

/** What stands for the version of the consent text, which nobody was shown. */
const NO_CONSENT = 'by-hand';

/** The members of staff to whom leads can be given. */
export async function assignees(ctx: Pick<Ctx, 'database'>) {
  const staff = await listStaff(ctx);
  return staff.filter(({ disabled_at, role }) => disabled_at === null && reachOf(role, 'leads.reply') !== null);
}

/** The fields of a form that staff fill in; only what says nothing without them must be there. */
export const writtenFields = (_ctx: unknown, { fields, byHand }: WrittenForm) =>
  byHand.fields.flatMap((name) =>
    fields
      .filter((field) => field.name === name)
      .map((field) => ({ ...field, required: byHand.needs.includes(name), onlyGiven: false })),
  );

/** The values of the fields of a form as staff posted them, or what is wrong with them. */
export function writtenValues(
  { site }: Pick<Ctx, 'site'>,
  form: WrittenForm,
  raw: Readonly<Record<string, unknown>>,
  language: string,
): ReturnType<typeof validateForm> {
  const fields = writtenFields(null, form);
  const slot = parseDate(`${raw.day} ${raw.time}`)?.toISOString() ?? '';
  const validators = validatorsOf(fields, {
    ...recordBy(keysOf(FIELD_SOURCES), (source) => FIELD_SOURCES[source].values({ site, language })),
    'viewing-slots': slot ? [slot] : [],
  });
  const verdict = validateForm({ ...raw, slot }, validators, form.checks);
  const passed = verdict.ok ? passedDays(fields, verdict.values) : {};
  return Object.keys(passed).length > 0 ? { ok: false, problems: passed } : verdict;
}

/**
 * Why a request cannot be stored: nothing says who asks, an address is none, a property is missing or has the wrong
 * goal, or the assignee may not get it.
 */
export type HandProblem = 'who' | 'email' | 'no-property' | 'person';

/** What is wrong with a request that was written down; null for nothing. */
export async function handProblem(
  ctx: Pick<Ctx, 'database' | 'site'>,
  { form, name, phone, email, propertyId, assignee }: Omit<HandLead, 'values'>,
  person: StaffMember,
): Promise<HandProblem | null> {
  if (!name && !phone && !email) return 'who';
  if (email && !isVisitorEmailAddress(email)) return 'email';
  const listing = propertyId ? ctx.site.listing(Number(propertyId)) : null;
  if (form.byHand.needsProperty && !(listing && isAboutGoal(form, listing))) return 'no-property';
  if (assignee === null) return null;
  const isKnown = (await assignees(ctx)).some(({ id }) => id === assignee);
  return isKnown && isWithin(reachOf(person.role, 'leads.add'), person.id, assignee) ? null : 'person';
}

const MOST_SIMILAR = 5;

/** References of open leads with the same email address or telephone number that this person may see. */
export async function similar(
  { database }: Pick<Ctx, 'database'>,
  { email, phone }: Pick<HandLead, 'email' | 'phone'>,
  person: StaffMember,
): Promise<string[]> {
  const reach = reachOf(person.role, 'leads.read');
  const filter = { state: 'open', limit: MOST_SIMILAR, ...(reach !== 'all' && { openTo: person.id }) } as const;
  // A few digits stand in many leads.
  const number = searchTerms(phone).some(({ digits }) => digits) ? phone : '';
  const found = await Promise.all(
    [email, number].filter(Boolean).map((text) => listWork(database, { ...filter, text })),
  );
  return [...new Set(found.flat().map(({ reference }) => reference))];
}

type Parts = Pick<Ctx, 'database' | 'recordEvent' | 'secret' | 'site' | 'siteUrl' | 'wakeOutbox'>;

/** Rolls back a lead whose time of a viewing is not free. */
class TimeTaken extends Error {}

/** The values of a lead as a visitor would have sent them. */
const sentValues = ({ form, values, name, phone, email, text }: HandLead): FormValues => ({
  ...values,
  ...(name && { lastName: name }),
  ...(phone && { phone }),
  ...(email && { email }),
  ...(text && form.byHand.text && { [form.byHand.text]: text }),
});

/** Stores what belongs to a lead, such as a viewing, in its transaction, and returns the mails. */
async function followUp(
  ctx: Parts,
  transaction: Transaction<Schema>,
  lead: HandLead,
  { id, reference, form, person }: { id: string; reference: string; form: FormDefinition; person: StaffMember },
): Promise<OutgoingMail[]> {
  const values = sentValues(lead);
  const listing = lead.propertyId ? ctx.site.listing(Number(lead.propertyId)) : null;
  const { language, tellsVisitor } = lead;
  const { mails, plannedMails, agencyActions, visitorLinks, visitorNotes, ...effects } = leadFollowUp(
    ctx,
    transaction,
    {
      id,
      reference,
      form,
      values,
      language,
      listing,
      mailedValues: values,
      raw: {},
      byAgency: { tellsVisitor },
    },
  );
  if (await form.afterStore?.(values, { ...effects, subscribe: async () => {} })) throw new TimeTaken();
  const office = officeOfLead({ listing, project: null, ids: {} }, values, ctx.site);
  const own = leadMails(
    {
      form,
      reference,
      values,
      listing,
      office,
      language,
      project: null,
      seekers: null,
      agencyActions: agencyActions(),
      visitorLinks: visitorLinks(),
      visitorNotes: visitorNotes(),
    },
    ctx,
  );
  // The agency knows; owner and visitor hear of it where that is asked for, and the agent of a viewing in any case.
  const none = { agency: () => null, receipt: () => null, viewing: () => null, savedSearch: () => null };
  const bidToOwners = lead.tellsOwner ? mails.bidToOwners : () => [];
  const asked = { ...own, ...mails, bidToOwners, agency: none.agency };
  const toVisitor = form.mails<OutgoingMail | null>(tellsVisitor ? asked : { ...asked, ...none });
  const { toAgent, toOwners } = plannedMails();
  return [
    ...toVisitor.filter((mail) => mail !== null),
    ...toAgent.filter(({ to }) => to !== person.email),
    ...(lead.tellsOwner ? toOwners : []),
  ];
}

/** A lead that was written down, and whether somebody is mailed about it. */
interface Added {
  reference: string;
  isMailed: boolean;
}

/**
 * Stores a request that came by telephone, at the counter or from a portal as a lead like any other, given to its
 * assignee; null when the time of its viewing is not free. `of`: the lead to which a viewing
 * belongs, so that no second one is stored.
 */
export async function add(
  ctx: Parts,
  lead: HandLead,
  person: StaffMember,
  of: Pick<WorkedLead, 'id' | 'reference'> | null = null,
): Promise<Added | null> {
  try {
    // Only a viewing belongs to a lead of before; everything else is a request of its own.
    const isFor = of && offersViewingTimes(lead.form);
    const added = isFor ? await addTo(ctx, lead, of, person) : await addNew(ctx, lead, person);
    ctx.wakeOutbox();
    return added;
  } catch (error) {
    if (error instanceof TimeTaken) return null;
    throw error;
  }
}

async function addTo(
  ctx: Parts,
  lead: HandLead,
  of: Pick<WorkedLead, 'id' | 'reference'>,
  person: StaffMember,
): Promise<Added> {
  const { language } = person;
  const when = momentInWords(textOf(lead.values, 'slot'), language);
  const text = [labelsIn(language)('STUDIO_PLAN_AT', { when }), lead.text].filter(Boolean).join('\n');
  const isMailed = await ctx.database.transaction(async (transaction) => {
    // Posted twice, it is the same viewing.
    if (!(await addEntry(transaction, of.id, person, { kind: 'note', text, clientKey: lead.key }))) return false;
    const mails = await followUp(ctx, transaction, lead, { ...of, form: lead.form, person });
    await markResponded(transaction, of.id);
    if (lead.isHandled) await handle(transaction, of.id, true, person);
    await enqueue(transaction, mails, { leadId: of.id });
    return mails.length > 0;
  });
  return { reference: of.reference, isMailed };
}

async function addNew(ctx: Parts, lead: HandLead, person: StaffMember): Promise<Added> {
  const { database, site } = ctx;
  const listing = lead.propertyId ? site.listing(Number(lead.propertyId)) : null;
  // A question about a property has a form of its own.
  const form = lead.form.forOffice && listing ? contactMe : lead.form;
  let isMailed = false;
  const { reference } = await storeLead(database, {
    form: form.name,
    token: lead.key,
    values: sentValues(lead),
    language: lead.language,
    page: '',
    propertyId: listing ? lead.propertyId : undefined,
    source: lead.source,
    consentVersion: NO_CONSENT,
    email: lead.email || undefined,
    async within(transaction, { id, reference: code }) {
      const now = new Date().toISOString();
      await setWork(transaction, id, {
        ...(lead.assignee && { assigned_to: lead.assignee }),
        ...(lead.isHandled && { responded_at: now }),
      });
      if (lead.text && !lead.form.byHand.text)
        await addEntry(transaction, id, person, { kind: 'note', text: lead.text });
      if (lead.isHandled) await handle(transaction, id, true, person);
      await auditLead(transaction, id, person, { action: 'lead-add', after: { source: lead.source } });
      await ctx.recordEvent(transaction, { type: 'lead.created', id });
      const mails = await followUp(ctx, transaction, lead, { id, reference: code, form, person });
      isMailed = mails.length > 0;
      return mails;
    },
  });
  return { reference, isMailed };
}

/**
 * What the page of a new request begins with, by its address: its kind, a property, a moment, and the lead of a visitor
 * who asks for more.
 */
export async function begun(
  ctx: Pick<Ctx, 'database' | 'site'>,
  query: URLSearchParams,
  person: StaffMember,
): Promise<Record<string, string>> {
  const form = writtenForm(ctx, query.get('form') ?? '');
  const lead = await findWork(ctx.database, (query.get('lead') ?? '').slice(0, 20));
  const isSeen = lead !== null && isWithin(reachOf(person.role, 'leads.read'), person.id, lead.assignedTo);
  const visitor: Record<string, string> = isSeen
    ? {
        name: nameOf(lead.values),
        phone: textOf(lead.values, 'phone'),
        email: lead.email ?? '',
        language: lead.language,
        property: lead.propertyId ?? '',
        of: lead.reference,
      }
    : {};
  const given = ['property', 'day', 'time', 'agent'].flatMap((name) => {
    const value = query.get(name);
    return value ? [[name, value.slice(0, 20)]] : [];
  });
  return {
    source: 'phone',
    language: ctx.site.defaultLanguage,
    assignee: person.id,
    calls: 'yes',
    form: form.name,
    ...(form.byHand.isDone && { handled: '1' }),
    ...visitor,
    ...Object.fromEntries(given),
  };
}

/** The pages on which a viewing and an offer are written down, for a lead or about a property. */
export const furtherForms = (
  _ctx: unknown,
  about: { lead: string } | { property: string },
  t: Translate,
): { href: string; label: string }[] =>
  WRITTEN_FORMS.filter(({ byHand }) => byHand.needsProperty).map(({ name, byHand }) => ({
    href: `/studio/leads/new/?${new URLSearchParams({ form: name, ...about })}`,
    label: t(byHand.link ?? byHand.label),
  }));
