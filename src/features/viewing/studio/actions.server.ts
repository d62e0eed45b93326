import type * as z from 'zod';
import { notFound, textField } from '../../../platform/http/action.server.ts';
import { brusselsDay } from '../../../platform/time/days.ts';
import type { EnteredStudio } from '../../staff/studio/enter-studio.server.ts';
import {
  type ActionContext,
  type Fields,
  type Outcome,
  posted,
  type StudioAction,
} from '../../staff/studio/studio-action.view.ts';
import type { StudioDone } from '../../staff/studio-messages.ts';
import type { ViewingChange } from '../viewing-facts.server.ts';

/** What the address of the agenda selects: the first day, a day or a week, and whose viewings. */
export function agendaQuery({ person, studio, query }: Pick<EnteredStudio, 'person' | 'studio' | 'query'>) {
  const today = brusselsDay(Date.now());
  const given = query.get('day') ?? '';
  const day = /^20\d{2}-\d{2}-\d{2}$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : today;
  const view = query.get('view') === 'day' ? ('day' as const) : ('week' as const);
  const agents = studio.agenda.agents();
  const own = person.role === 'agent' ? (person.member ?? '') : '';
  const agent = agents.find(({ id }) => id === (query.get('agent') ?? own))?.id;
  return { today, day, view, count: view === 'week' ? 7 : 1, agents, agent };
}

type Viewing = NonNullable<Awaited<ReturnType<ActionContext['studio']['agenda']['find']>>>;

const pageOf = ({ id }: Pick<Viewing, 'id'>) => `/studio/agenda/${id}/`;

/** The page that follows: the agenda or the lead when it was changed there, else the page of the viewing. */
const backOf = (viewing: Pick<Viewing, 'id'>, back: string): string =>
  /^\/studio\/(?:agenda\/\?[\w=&-]*|leads\/[\w-]{1,20}\/)$/.test(back) ? back : pageOf(viewing);

/** An action on a viewing that the person may change. */
const onViewing = <Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  act: (viewing: Viewing, context: ActionContext, input: Fields<Shape>) => Promise<Outcome>,
): StudioAction => {
  const run = posted(shape, (input, context: ActionContext, viewing: Viewing) => act(viewing, context, input));
  return posted({ viewing: textField(60) }, async ({ viewing: id }, context: ActionContext) => {
    const { studio, person, reach } = context;
    const viewing = await studio.agenda.find(id, person.language);
    if (!viewing || !studio.agenda.mayChange(viewing, person, reach)) return notFound();
    return run(context, viewing);
  });
};

const changeFields = { back: textField(200), reason: textField(500) };

async function changed(
  viewing: Viewing,
  { studio, person }: ActionContext,
  change: ViewingChange,
  { back, reason, done }: Fields<typeof changeFields> & { done: StudioDone },
): Promise<Outcome> {
  const result = await studio.agenda.change(viewing.id, change, person, reason);
  const to = backOf(viewing, back);
  if (!result.ok) return { to, wrong: result.problem };
  if (change.do === 'confirm' && result.lead !== 'responded') return { to, done: CONFIRMED[result.lead] };
  return { to, done };
}

/** What is said of a confirmed viewing, by what became of its lead. */
const CONFIRMED = { handled: 'confirmed-handled', asked: 'confirmed-asked' } as const;

const reportFields = { comment: textField(), interest: textField(10) };

/** What is done with viewings; visitor and agent get the mails of each change. */
export const AGENDA_ACTIONS = {
  'viewing-confirm': onViewing(changeFields, (viewing, context, input) =>
    changed(viewing, context, { do: 'confirm' }, { ...input, done: 'confirmed' }),
  ),
  'viewing-cancel': onViewing(changeFields, (viewing, context, input) =>
    changed(viewing, context, { do: 'cancel', by: 'agency' }, { ...input, done: 'cancelled' }),
  ),
  'viewing-move': onViewing({ ...changeFields, startsAt: textField(30) }, (viewing, context, { startsAt, ...input }) =>
    changed(viewing, context, { do: 'move', startsAt, by: 'agency' }, { ...input, done: 'moved' }),
  ),
  'viewing-undo': onViewing({ change: textField(60), back: textField(200) }, async (viewing, context, input) => {
    const result = await context.studio.agenda.undo(input.change, context.person);
    const to = backOf(viewing, input.back);
    return result.ok ? { to, done: 'restored' } : { to, wrong: result.problem };
  }),
  'viewing-missed': onViewing({}, async (viewing, { studio }) =>
    (await studio.agenda.missed(viewing.id))
      ? { to: pageOf(viewing), done: 'missed' }
      : { to: pageOf(viewing), wrong: 'over' },
  ),
  'viewing-report': onViewing(reportFields, async (viewing, { studio }, report) => {
    const result = await studio.agenda.report(viewing, report);
    return result.ok ? { to: pageOf(viewing), done: 'reported' } : { to: pageOf(viewing), wrong: 'empty' };
  }),
  'tenant-ask': onViewing({}, async (viewing, { studio, person }) =>
    (await studio.tenants.ask(viewing, person))
      ? { to: pageOf(viewing), done: 'tenant-asked' }
      : { to: pageOf(viewing), wrong: 'tenant-over' },
  ),
  'tenant-decide': onViewing({ decision: textField(20) }, async (viewing, { studio, person }, input) => {
    const decision = (['chosen', 'declined'] as const).find((one) => one === input.decision);
    const isDone = decision !== undefined && (await studio.tenants.decide(viewing, decision, person));
    return isDone ? { to: pageOf(viewing), done: 'tenant-decided' } : { to: pageOf(viewing), wrong: 'tenant-over' };
  }),
  'calendar-feed': posted({ do: textField() }, async (input, { studio, person }: ActionContext) => {
    if (input.do === 'end') {
      await studio.agenda.endFeed(person);
      return { to: '/studio/account/', done: 'saved' };
    }
    const token = await studio.agenda.newFeed(person);
    return { view: { kind: 'account', feed: `${studio.origin}/studio/calendar/${token}.ics` } };
  }),
} satisfies Record<string, StudioAction>;
