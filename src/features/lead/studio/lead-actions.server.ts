import { notFound } from '../../../platform/http/endpoint.server.ts';
import { typedTexts } from '../../editing/studio/typed-texts.view.ts';
import { leadRights } from '../../staff/lead-rights.ts';
import { type Reach, reachOf } from '../../staff/roles.ts';
import type { ActionContext, Outcome, StudioAction } from '../../staff/studio/studio-action.view.ts';
import type { StudioDone } from '../../staff/studio-messages.ts';
import type { WorkedLead } from '../lead-list.server.ts';
import { snoozedUntil } from './snooze.server.ts';

const KEY = /^[\w-]{8,60}$/;

/** How far this person sees leads; who may act on them may see some. */
const sightOf = ({ person }: ActionContext): Reach => reachOf(person.role, 'leads.read') ?? 'own';

/** The lead of an action, when this person may see it. */
const leadOf = (context: ActionContext) =>
  context.studio.leads.find(context.fields('reference', 20), context.person, sightOf(context));

/** The key under which a browser sends the same text twice only once. */
const clientKeyOf = ({ fields }: ActionContext) => (KEY.test(fields('key', 60)) ? fields('key', 60) : null);

const pageOf = (lead: Pick<WorkedLead, 'reference'>) => `/studio/leads/${lead.reference}/`;

/** Where an action has no lead any more: a colleague has it now, who is named, or there is none. */
const withoutLead = async ({ studio, fields, raw }: ActionContext): Promise<Outcome> => ({
  view: { kind: 'gone', holder: await studio.leads.holderOf(fields('reference', 20)), lost: typedTexts(raw) },
});

/** An action on a lead that the person may work on; `takes`: false where it is not work yet. */
const onLead =
  (act: (lead: WorkedLead, context: ActionContext) => Promise<Outcome>, takes = true): StudioAction =>
  async (context) => {
    const lead = await leadOf(context);
    if (!lead) return withoutLead(context);
    if (!leadRights(context.person, lead.assignedTo).work) return notFound();
    // A lead of nobody is taken by the agent who works on it first.
    if (takes && context.reach === 'own' && lead.assignedTo === null) {
      const isTaken = await context.studio.leads.assign(lead, context.person, null, context.person);
      if (!isTaken) return { to: pageOf(lead), wrong: 'clash' };
    }
    return act(lead, context);
  };

/** After an action that ends the work on a lead, the next one opens itself. */
async function nextOf(lead: WorkedLead, context: ActionContext, done: StudioDone): Promise<Outcome> {
  const next = await context.studio.leads.next(lead, context.person, sightOf(context));
  // The lead that was just handled can be opened again where the next one says so.
  const undo = done === 'handled' ? `?undo=${lead.reference}` : '';
  if (next) return { to: `/studio/leads/${next}/${undo}`, done };
  return { to: `/studio/leads/${undo}`, done: done === 'handled' ? 'handled-last' : 'snoozed-last' };
}

/** What is done with leads. */
export const LEAD_ACTIONS = {
  async 'lead-assign'(context: ActionContext): Promise<Outcome> {
    const { studio, person, fields } = context;
    const lead = await leadOf(context);
    if (!lead) return withoutLead(context);
    const to = fields('to', 60);
    const isOwn = to === person.id || (to === 'nobody' && lead.assignedTo === person.id);
    const rights = leadRights(person, lead.assignedTo);
    if (!rights.give && !(rights.take && isOwn)) return notFound();
    const chosen = to === 'nobody' ? null : (await studio.accounts.list()).find(({ id }) => id === to);
    const canReply = chosen === null || (chosen && !chosen.disabled_at && reachOf(chosen.role, 'leads.reply') !== null);
    if (chosen === undefined || !canReply) return { to: pageOf(lead), wrong: 'person' };
    const isDone = await studio.leads.assign(lead, chosen, fields('expected', 60) || null, person);
    return isDone
      ? { to: pageOf(lead), done: to === person.id ? 'mine' : 'assigned' }
      : { to: pageOf(lead), wrong: 'clash' };
  },
  'lead-note': onLead(async (lead, context) => {
    const { studio, person, fields } = context;
    const text = fields('text').trim();
    if (!text) return { to: pageOf(lead), wrong: 'empty' };
    await studio.leads.note(lead, text, clientKeyOf(context), person);
    return { to: pageOf(lead), done: 'noted' };
  }),
  'lead-snooze': onLead(async (lead, context) => {
    const until = snoozedUntil(context.fields('until', 16) || context.fields('day', 10));
    if (!until) return { to: pageOf(lead), wrong: 'choose' };
    await context.studio.leads.snooze(lead, until, context.person);
    return nextOf(lead, context, 'snoozed');
  }),
  'lead-handled': onLead(async (lead, context) => {
    await context.studio.leads.setHandled(lead, true, context.person);
    return nextOf(lead, context, 'handled');
  }),
  'lead-reopen': onLead(async (lead, { studio, person }) => {
    await studio.leads.setHandled(lead, false, person);
    if (lead.snoozedUntil) await studio.leads.snooze(lead, null, person);
    return { to: pageOf(lead), done: 'reopened' };
  }),
  'lead-draft': onLead(async (lead, { studio, person, fields, request }) => {
    // Who presses the button without a script has decided; what a page keeps by itself overwrites nothing.
    const isByItself = request.headers.get('content-type')?.includes('json');
    const at = await studio.leads.keepDraft(lead, fields('text'), person, isByItself ? fields('since', 30) : undefined);
    if (isByItself) return Response.json({ ok: at !== null, at }, { headers: { 'Cache-Control': 'no-store' } });
    return { to: pageOf(lead), done: 'draft' };
  }, false),
  'lead-reply': onLead(async (lead, context) => {
    const { studio, person, fields } = context;
    const reply = {
      subject: fields('subject', 200),
      text: fields('text'),
      clientKey: clientKeyOf(context),
      seen: fields('seen', 60),
      holder: fields('holder', 60),
    };
    const result = await studio.leads.reply(lead, reply, person);
    if (!result.ok) {
      await studio.leads.keepDraft(lead, reply.text, person);
      return { to: pageOf(lead), wrong: result.problem };
    }
    return { to: pageOf(lead), done: 'replied' };
  }),
  'lead-undo': onLead(async (lead, { studio, person, fields }) => {
    const isBack = await studio.leads.undo(lead, fields('entry', 60), person);
    return isBack ? { to: pageOf(lead), done: 'undone' } : { to: pageOf(lead), wrong: 'sent' };
  }),
  async presence(context: ActionContext): Promise<Outcome> {
    const { studio, person, fields } = context;
    await studio.setPresent(person, fields('subject', 40));
    return new Response(null, { status: 204 });
  },
} satisfies Record<string, StudioAction>;
