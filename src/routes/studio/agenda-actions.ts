import type { StudioDone } from '../../domain/staff/studio-messages.ts';
import type { ViewingChange } from '../../server/services/viewings/change-viewing.ts';
import { notFound } from '../endpoint.ts';
import type { ActionContext, Outcome, StudioAction } from './studio-action.ts';

type Viewing = NonNullable<Awaited<ReturnType<ActionContext['studio']['agenda']['find']>>>;

const pageOf = ({ id }: Pick<Viewing, 'id'>) => `/studio/agenda/${id}/`;

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
  { studio }: ActionContext,
  change: ViewingChange,
  done: StudioDone,
): Promise<Outcome> {
  const result = await studio.agenda.change(viewing.id, change);
  return result.ok ? { to: pageOf(viewing), done } : { to: pageOf(viewing), wrong: result.problem };
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
  async 'calendar-feed'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    if (fields('do') === 'end') {
      await studio.agenda.endFeed(person);
      return { to: '/studio/account/', done: 'saved' };
    }
    const token = await studio.agenda.newFeed(person);
    return { view: { kind: 'account', feed: `${studio.origin}/studio/calendar/${token}.ics` } };
  },
} satisfies Record<string, StudioAction>;
