import { brusselsDay } from '../../../platform/time/days.ts';
import type { EnteredStudio } from '../../staff/studio/enter-studio.server.ts';

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
