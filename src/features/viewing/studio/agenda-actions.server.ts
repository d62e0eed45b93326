import { notFound } from '../../../platform/http/action.server.ts';
import { brusselsDay } from '../../../platform/time/days.ts';
import type { EnteredStudio } from '../../staff/studio/enter-studio.server.ts';
import type { ActionContext, Outcome, StudioAction } from '../../staff/studio/studio-action.view.ts';
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

const MOST_REASON = 500;
const pageOf = ({ id }: Pick<Viewing, 'id'>) => `/studio/agenda/${id}/`;

/** The page that follows: the agenda when it was changed there, else the page of the viewing. */
const backOf = (viewing: Pick<Viewing, 'id'>, { fields }: ActionContext): string => {
  const back = fields('back', 200);
  return /^\/studio\/agenda\/\?[\w=&-]*$/.test(back) ? back : pageOf(viewing);
};

/** An action on a viewing that the person may change. */
const onViewing =
  (act: (viewing: Viewing, context: ActionContext) => Promise<Outcome>): StudioAction =>
  async (context) => {
    const { studio, person, reach, fields } = context;
    const viewing = await studio.agenda.find(fields('viewing', 60), person.language);
    if (!viewing || !studio.agenda.mayChange(viewing, person, reach)) return notFound();
    return act(viewing, context);
  };

async function changed(
  viewing: Viewing,
  context: ActionContext,
  change: ViewingChange,
  done: StudioDone,
): Promise<Outcome> {
  const { studio, person, fields } = context;
  const result = await studio.agenda.change(viewing.id, change, person, fields('reason', MOST_REASON));
  const to = backOf(viewing, context);
  return result.ok ? { to, done } : { to, wrong: result.problem };
}

/** What is done with viewings; visitor and agent get the mails of each change. */
export const AGENDA_ACTIONS = {
  'viewing-confirm': onViewing((viewing, context) => changed(viewing, context, { do: 'confirm' }, 'confirmed')),
  'viewing-cancel': onViewing((viewing, context) =>
    changed(viewing, context, { do: 'cancel', by: 'agency' }, 'cancelled'),
  ),
  'viewing-move': onViewing((viewing, context) => {
    const startsAt = context.fields('startsAt', 30);
    return changed(viewing, context, { do: 'move', startsAt, by: 'agency' }, 'moved');
  }),
  'viewing-undo': onViewing(async (viewing, context) => {
    const result = await context.studio.agenda.undo(context.fields('change', 60), context.person);
    const to = backOf(viewing, context);
    return result.ok ? { to, done: 'restored' } : { to, wrong: result.problem };
  }),
  'viewing-missed': onViewing(async (viewing, { studio }) =>
    (await studio.agenda.missed(viewing.id))
      ? { to: pageOf(viewing), done: 'missed' }
      : { to: pageOf(viewing), wrong: 'over' },
  ),
  'viewing-report': onViewing(async (viewing, { studio, fields }) => {
    const said = { comment: fields('comment'), interest: fields('interest', 10) };
    const result = await studio.agenda.report(viewing, said);
    return result.ok ? { to: pageOf(viewing), done: 'reported' } : { to: pageOf(viewing), wrong: 'empty' };
  }),
  'tenant-ask': onViewing(async (viewing, { studio, person }) =>
    (await studio.tenants.ask(viewing, person))
      ? { to: pageOf(viewing), done: 'tenant-asked' }
      : { to: pageOf(viewing), wrong: 'tenant-over' },
  ),
  'tenant-decide': onViewing(async (viewing, { studio, person, fields }) => {
    const decision = (['chosen', 'declined'] as const).find((one) => one === fields('decision', 20));
    const isDone = decision !== undefined && (await studio.tenants.decide(viewing, decision, person));
    return isDone ? { to: pageOf(viewing), done: 'tenant-decided' } : { to: pageOf(viewing), wrong: 'tenant-over' };
  }),
  async 'calendar-feed'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    if (fields('do') === 'end') {
      await studio.agenda.endFeed(person);
      return { to: '/studio/account/', done: 'saved' };
    }
    const token = await studio.agenda.newFeed(person);
    return { view: { kind: 'account', feed: `${studio.origin}/studio/calendar/${token}.ics` } };
  },
} satisfies Record<string, StudioAction>;
