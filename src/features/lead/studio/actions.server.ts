import type * as z from 'zod';
import { formatDate, parseDate } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/label-key.ts';
import { labelsIn } from '../../../i18n/labels.server.ts';
import type { StaffEventRow } from '../../../platform/database/staff-schema.ts';
import { csvFile, csvLines } from '../../../platform/files/csv.ts';
import { notFound, textField } from '../../../platform/http/action.server.ts';
import { brusselsDay } from '../../../platform/time/days.ts';
import { clockIn, untilWords } from '../../../ui/studio/dates.ts';
import { typedTexts } from '../../editing/studio/texts.server.ts';
import type { Problems } from '../../form/form.ts';
import { isWithin, leadRights, mayAddTo, type Reach, ROLES, reachOf } from '../../staff/rights.ts';
import { auditFilterOf } from '../../staff/studio/audit-filter.view.ts';
import { auditChange, auditSentence } from '../../staff/studio/audit-words.ts';
import { download } from '../../staff/studio/enter-studio.server.ts';
import {
  type ActionContext,
  type Fields,
  listFilter,
  type Outcome,
  posted,
  type StudioAction,
} from '../../staff/studio/studio-action.view.ts';
import type { StudioDone, StudioWrong } from '../../staff/studio-messages.ts';
import type { LeadState, WorkedLead, WorkFilter } from '../lead-list.server.ts';
import { HAND_SOURCES } from '../lead-source.ts';

const DAY_MS = 86_400_000;
/** A snoozed lead is open again at these times. */
const [MORNING, EVENING] = ['09:00', '18:00'];

/** Until when a lead can be snoozed by one press: this evening, tomorrow, Monday; each once, none that has been. */
export function snoozeChoices(language: string, t: Translate, nowMs = Date.now()): { until: string; words: string }[] {
  const dayAfter = (days: number) => brusselsDay(nowMs + days * DAY_MS);
  const toMonday = Array.from({ length: 7 }, (_, at) => at + 1).find(
    (days) => new Date(`${dayAfter(days)}T12:00:00Z`).getUTCDay() === 1,
  )!;
  const choices = new Set([
    `${dayAfter(0)} ${EVENING}`,
    `${dayAfter(1)} ${MORNING}`,
    `${dayAfter(toMonday)} ${MORNING}`,
  ]);
  return [...choices].flatMap((until) => {
    const moment = snoozedUntil(until, nowMs);
    if (!moment) return [];
    const words = untilWords(moment, language, t, nowMs);
    return { until, words: words.slice(0, 1).toLocaleUpperCase(language) + words.slice(1) };
  });
}

/** The moment of a choice, or of a day at nine in the morning; null for one that cannot be read or has been. */
export function snoozedUntil(until: string, nowMs = Date.now()): string | null {
  const [, day, clock = MORNING] = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}))?$/.exec(until) ?? [];
  const moment = day ? parseDate(`${day} ${clock}`) : null;
  return moment && moment.getTime() > nowMs ? moment.toISOString() : null;
}

const STATES: readonly LeadState[] = ['open', 'snoozed', 'handled', 'all'];
/** Ages that can be chosen, in days. */
export const AGES = ['1', '7', '30'] as const;

/** The filter in the address of the list of leads; what cannot be read does not count. */
export function leadFilterOf(query: URLSearchParams, nowMs = Date.now()): WorkFilter {
  const text = (name: string) => query.get(name)?.trim().slice(0, 100) || undefined;
  const age = AGES.find((one) => one === query.get('age'));
  return {
    state: STATES.find((state) => state === query.get('state')) ?? 'open',
    form: text('form'),
    property: text('property'),
    assigned: text('assigned'),
    source: text('source'),
    text: text('q'),
    before: text('before'),
    since: age ? new Date(nowMs - Number(age) * DAY_MS).toISOString() : undefined,
  };
}

const KEY = /^[\w-]{8,60}$/;

/** How far this person sees leads; who may act on them may see some. */
const sightOf = ({ person }: ActionContext): Reach => reachOf(person.role, 'leads.read') ?? 'own';

const reference = textField(20);
/** The key under which a browser sends the same text twice only once. */
const clientKey = textField(60).transform((key) => (KEY.test(key) ? key : null));

/** The lead of an action, when this person may see it. */
const leadOf = (code: string, context: ActionContext) =>
  context.studio.leads.find(code, context.person, sightOf(context));

const pageOf = (lead: Pick<WorkedLead, 'reference'>) => `/studio/leads/${lead.reference}/`;

/** Where an action has no lead any more: a colleague has it now, who is named, or there is none. */
const withoutLead = async (code: string, { studio, body }: ActionContext): Promise<Outcome> => ({
  view: { kind: 'gone', holder: await studio.leads.holderOf(code), lost: typedTexts(body.raw) },
});

/** An action on a lead that the person may work on; `takes`: false where it is not work yet. */
const onLead = <Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  act: (lead: WorkedLead, context: ActionContext, input: Fields<Shape>) => Promise<Outcome>,
  takes = true,
): StudioAction => {
  const run = posted(shape, (input, context: ActionContext, lead: WorkedLead) => act(lead, context, input));
  return posted({ reference }, async (input, context) => {
    const lead = await leadOf(input.reference, context);
    if (!lead) return withoutLead(input.reference, context);
    if (!leadRights(context.person, lead.assignedTo).work) return notFound();
    // A lead of nobody is taken by the agent who works on it first.
    if (takes && context.reach === 'own' && lead.assignedTo === null) {
      const isTaken = await context.studio.leads.assign(lead, context.person, null, context.person);
      if (!isTaken) return { to: pageOf(lead), wrong: 'clash' };
    }
    return run(context, lead);
  });
};

/** After an action that ends the work on a lead, the next one opens itself. */
async function nextOf(lead: WorkedLead, context: ActionContext, done: StudioDone): Promise<Outcome> {
  const next = await context.studio.leads.next(lead, context.person, sightOf(context));
  // The lead that is done can be taken back where the next one says so.
  const undo = `?undo=${lead.reference}`;
  if (next) return { to: `/studio/leads/${next}/${undo}`, done };
  return { to: `/studio/leads/${undo}`, done: done === 'handled' ? 'handled-last' : 'snoozed-last' };
}

const replyFields = {
  text: textField(),
  copyTo: textField(254),
  key: clientKey,
  seen: textField(60),
  holder: textField(60),
};

const noteFields = { text: textField(), key: clientKey, called: textField(1), back: textField(100) };
/** A note can be written on the page of the viewing. */
const VIEWING_PAGE = /^\/studio\/agenda\/[\w-]{1,60}\/$/;

const isPast = (moment: unknown) => typeof moment === 'string' && Date.parse(moment) < Date.now();

const handLead = {
  form: textField(40),
  /** The kind of request to which somebody changes. */
  to: textField(40),
  /** The lead to which it belongs. */
  of: textField(20),
  source: textField(20),
  name: textField(100),
  phone: textField(40),
  email: textField(254),
  text: textField(4000),
  property: textField(12),
  language: textField(5),
  assignee: textField(60),
  handled: textField(1),
  tell: textField(1),
  tellOwner: textField(1),
  key: textField(60),
  again: textField(1),
};

/** Why a request is not stored yet. */
interface Refused {
  wrong: StudioWrong;
  problems: Problems;
  similar: readonly string[];
}

/** What is done with leads. */
export const LEAD_ACTIONS = {
  'lead-add': posted(handLead, async (typed, context: ActionContext) => {
    const { studio, site, person, body } = context;
    const form = studio.leads.writtenForm(typed.to || typed.form);
    const again = (found: Partial<Refused>, more = {}): Outcome => ({
      view: {
        kind: 'lead',
        wrong: null,
        problems: {},
        similar: [],
        ...found,
        typed: { ...body.raw, form: form.name, ...more },
      },
    });
    // Another kind of request was chosen: what is typed stays.
    if (typed.to) return again({}, { handled: form.byHand.isDone ? '1' : '' });
    const lead = {
      form,
      source: HAND_SOURCES.find((one) => one === typed.source) ?? 'other',
      name: typed.name.trim(),
      phone: typed.phone.trim(),
      email: typed.email.trim(),
      text: typed.text.trim(),
      propertyId: typed.property,
      language: site.languages.find((code) => code === typed.language) ?? site.defaultLanguage,
      assignee: typed.assignee || null,
      isHandled: typed.handled !== '',
      tellsVisitor: typed.tell !== '',
      tellsOwner: typed.tellOwner !== '',
      key: typed.key,
    };
    const verdict = studio.leads.writtenValues(form, body.raw, person.language);
    const wrong = await studio.leads.handProblem(lead, person);
    if (wrong || !verdict.ok) return again({ wrong: wrong ?? 'fields', problems: verdict.ok ? {} : verdict.problems });
    const of = typed.of ? await leadOf(typed.of, context) : null;
    const similar = typed.again || of ? [] : await studio.leads.similar(lead, person);
    if (similar.length > 0) return again({ similar });
    const added = await studio.leads.add({ ...lead, values: verdict.values }, person, of);
    return added
      ? { to: pageOf(added), done: added.isMailed ? 'added-mailed' : 'added' }
      : again({ wrong: isPast(verdict.values.slot) ? 'past' : 'taken' });
  }),
  'lead-erase': onLead(
    {},
    async (lead, { studio, person }) => {
      // Who gave an address is erased with everything that is known, on the page of that person.
      if (lead.email) return notFound();
      await studio.person.eraseLead(lead, person);
      return { to: '/studio/leads/', done: 'erased' };
    },
    false,
  ),
  'lead-assign': posted(
    { reference, to: textField(60), expected: textField(60), why: textField(500) },
    async (input, context) => {
      const { studio, person } = context;
      const { to } = input;
      const lead = await leadOf(input.reference, context);
      if (!lead) return withoutLead(input.reference, context);
      const isOwn = to === person.id || (to === 'nobody' && lead.assignedTo === person.id);
      const rights = leadRights(person, lead.assignedTo);
      if (!rights.give && !(rights.take && isOwn)) return notFound();
      const chosen = to === 'nobody' ? null : (await studio.accounts.listStaff()).find(({ id }) => id === to);
      const canReply =
        chosen === null || (chosen && !chosen.disabled_at && reachOf(chosen.role, 'leads.reply') !== null);
      if (chosen === undefined || !canReply) return { to: pageOf(lead), wrong: 'person' };
      const isDone = await studio.leads.assign(lead, chosen, input.expected || null, person, input.why.trim());
      if (!isDone) return { to: pageOf(lead), wrong: 'clash' };
      // Who passed it on to a colleague may not see it any more.
      const isSeen = isWithin(sightOf(context), person.id, chosen?.id ?? null);
      return { to: isSeen ? pageOf(lead) : '/studio/leads/', done: to === person.id ? 'mine' : 'assigned' };
    },
  ),
  'lead-note': onLead(noteFields, async (lead, context, input) => {
    const text = input.text.trim();
    const to = VIEWING_PAGE.test(input.back) ? input.back : pageOf(lead);
    // That somebody called says enough.
    if (!text && !input.called) return { to, wrong: 'empty' };
    const kind = input.called ? 'called' : 'note';
    await context.studio.leads.note(lead, { kind, text, clientKey: input.key }, context.person);
    return { to, done: 'noted' };
  }),
  'lead-snooze': onLead({ until: textField(16), day: textField(10) }, async (lead, context, input) => {
    const until = snoozedUntil(input.until || input.day);
    if (!until) return { to: pageOf(lead), wrong: 'choose' };
    await context.studio.leads.snooze(lead, until, context.person);
    return nextOf(lead, context, 'snoozed');
  }),
  'lead-approve': onLead({}, async (lead, { studio, person }) => {
    if (!studio.leads.canApprove(lead) || !mayAddTo(person, 'testimonials')) return notFound();
    const number = await studio.leads.approve(lead, person);
    return { to: `/studio/content/testimonials/testimonial-${number}/`, done: 'created' };
  }),
  'lead-handled': onLead({ back: textField(10) }, async (lead, context, { back }) => {
    // A bid without a decision is not forgotten.
    const bid = await context.studio.bids.ofLead(lead);
    if (bid?.bid.shown === 'open') return { to: pageOf(lead), wrong: 'offer-open' };
    await context.studio.leads.setHandled(lead, true, context.person);
    if (back === 'today') return { to: `/studio/?undo=${lead.reference}`, done: 'handled-here' };
    return nextOf(lead, context, 'handled');
  }),
  'lead-reopen': onLead({ back: textField(10) }, async (lead, { studio, person }, { back }) => {
    await studio.leads.setHandled(lead, false, person);
    if (lead.snoozedUntil) await studio.leads.snooze(lead, null, person);
    return { to: back === 'today' ? '/studio/' : pageOf(lead), done: 'reopened' };
  }),
  'lead-draft': onLead(
    { text: textField(), since: textField(30) },
    async (lead, context, { text, since }) => {
      const { studio, person, request } = context;
      // Who presses the button without a script has decided; what a page keeps by itself overwrites nothing.
      const isByItself = request.headers.get('content-type')?.includes('json');
      const at = await studio.leads.keepDraft(lead, text, person, isByItself ? since : undefined);
      if (isByItself) return Response.json({ ok: at !== null, at }, { headers: { 'Cache-Control': 'no-store' } });
      return { to: pageOf(lead), done: 'draft' };
    },
    false,
  ),
  'lead-reply': onLead(replyFields, async (lead, { studio, person }, { key, ...written }) => {
    const reply = { ...written, clientKey: key };
    const result = await studio.leads.reply(lead, reply, person);
    if (!result.ok) {
      await studio.leads.keepDraft(lead, reply.text, person);
      return { to: pageOf(lead), wrong: result.problem };
    }
    return { to: pageOf(lead), done: 'replied' };
  }),
  'lead-undo': onLead({ entry: textField(60) }, async (lead, { studio, person }, { entry }) => {
    const isBack = await studio.leads.undo(lead, entry, person);
    return isBack ? { to: pageOf(lead), done: 'undone' } : { to: pageOf(lead), wrong: 'sent' };
  }),
  presence: posted({ subject: textField(40) }, async ({ subject }, { studio, person }: ActionContext) => {
    await studio.leads.markPresent(subject, person);
    return new Response(null, { status: 204 });
  }),
} satisfies Record<string, StudioAction>;

const email = textField(254);
const linkOf = (origin: string, token: string) => `${origin}/studio/password/?token=${encodeURIComponent(token)}`;

const newMember = {
  email,
  name: textField(100),
  role: textField(20),
  language: textField(5),
  member: textField(80),
  mail: textField(1),
};
const authorOf = (person: ActionContext['person']) => ({ staffId: person.id, who: person.name });

/** What is done with the accounts of staff. */
export const PEOPLE_ACTIONS = {
  'staff-add': posted(newMember, async ({ mail, ...input }, { studio, site, person }: ActionContext) => {
    const { token } = await studio.accounts.addStaff(input, site, authorOf(person));
    if (mail) await studio.staff.mailInvitation(input, linkOf(studio.origin, token));
    return { view: { kind: 'staff', link: { email: input.email, href: linkOf(studio.origin, token) } } };
  }),
  'staff-role': posted({ email, role: textField(20) }, async (input, { studio, person }: ActionContext) => {
    const role = ROLES.find((one) => one === input.role);
    if (!role || input.email === person.email) return { to: '/studio/staff/', wrong: 'unknown' };
    await studio.accounts.changeRole(input.email, role, authorOf(person));
    return { to: '/studio/staff/', done: 'saved' };
  }),
  'staff-disable': posted({ email, off: textField() }, async (input, { studio, person }: ActionContext) => {
    if (input.email === person.email) return { to: '/studio/staff/', wrong: 'unknown' };
    await studio.accounts.disableStaff(input.email, input.off !== '', authorOf(person));
    return { to: '/studio/staff/', done: 'saved' };
  }),
  'staff-reset': posted({ email }, async (input, { studio, person }: ActionContext) => {
    if (input.email === person.email) return { to: '/studio/staff/', wrong: 'unknown' };
    const token = await studio.accounts.resetStaff(input.email, authorOf(person));
    return { view: { kind: 'staff', link: { email: input.email, href: linkOf(studio.origin, token) } } };
  }),
} satisfies Record<string, StudioAction>;

const personId = textField(40);
const personPage = (id: string) => `/studio/people/${encodeURIComponent(id)}/`;

const erasure = { person: personId, confirm: textField(254), kept: textField(1) };

/** What is done with a person whose data is kept; the ID of the URL says who it is, no address. */
export const PERSON_ACTIONS = {
  'person-export': posted({ person: personId }, async ({ person: id }, { studio, person }: ActionContext) => {
    const json = await studio.person.exportFile(id, person);
    return json === null ? notFound() : download(json, 'application/json; charset=utf-8', 'person.json');
  }),
  'person-erase': posted(erasure, async ({ person: id, confirm, kept }, { studio, person }: ActionContext) => {
    const result = await studio.person.erase(id, { confirmed: confirm, isKept: kept !== '' }, person);
    return result === 'erased' ? { to: '/studio/people/', done: 'erased' } : { to: personPage(id), wrong: result };
  }),
  'person-merge': posted({ person: personId, other: personId }, async (input, context: ActionContext) => {
    const { person: id, other } = input;
    const isMerged = await context.studio.person.merge(id, other, context.person);
    if (isMerged === null) return notFound();
    return isMerged ? { to: personPage(id), done: 'merged' } : { to: personPage(id), wrong: 'merged' };
  }),
  'person-split': posted({ person: personId, link: textField(60) }, async (input, context: ActionContext) => {
    const { person: id, link } = input;
    const isSplit = await context.studio.person.split(id, link, context.person);
    return isSplit ? { to: personPage(id), done: 'split' } : notFound();
  }),
} satisfies Record<string, StudioAction>;

const CSV = 'text/csv; charset=utf-8';

async function* auditCsv(lines: AsyncIterable<StaffEventRow>, language: string): AsyncGenerator<string> {
  const t = labelsIn(language);
  yield csvFile([[t('STUDIO_WHEN'), t('STUDIO_WHO'), t('STUDIO_WHAT'), t('AUDIT_CHANGE'), t('AUDIT_COUNT')]], ';');
  for await (const line of lines) {
    const when = `${formatDate(line.at, language)} ${clockIn(line.at)}`;
    const sentence = auditSentence(line, t).join('');
    yield csvLines([[when, line.who, sentence, auditChange(line, language, t), line.count]], ';');
  }
}

/** Lists of the studio as files. */
export const EXPORT_ACTIONS = {
  'leads-export': posted({ list: listFilter }, async (input, { studio, person, reach }: ActionContext) =>
    download(await studio.leads.exportList(leadFilterOf(input.list), person, reach), CSV, 'leads.csv'),
  ),
  'audit-export': posted({ list: listFilter }, async (input, { studio, person }: ActionContext) => {
    const lines = await studio.audit.exportLines(auditFilterOf(input.list), person);
    return download(auditCsv(lines, person.language), CSV, 'audit.csv');
  }),
} satisfies Record<string, StudioAction>;
