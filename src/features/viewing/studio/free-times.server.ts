import type { APIRoute } from 'astro';
import { brusselsDay } from '../../../platform/time/days.ts';
import { clockIn, formatDay } from '../../../ui/studio/dates.ts';
import { enterStudio } from '../../staff/studio/enter-studio.server.ts';
import { brusselsMinutes, clockOf, placeClasses } from '../agenda-columns.ts';

export const prerender = false;

/** `/studio/agenda/{viewing}/free/`: the times to which a viewing can be dragged, and who gets a mail about it. */
export const GET: APIRoute = async ({ locals, params }) => {
  const entered = enterStudio(locals, 'agenda/[viewing]/free');
  if (entered instanceof Response) return entered;
  const { person, reach, studio } = entered;
  const { language, t } = locals;
  const viewing = await studio.agenda.find(params.viewing ?? '', language);
  if (!viewing || !studio.agenda.mayMove(viewing, person, reach)) return new Response(null, { status: 404 });
  const length = (Date.parse(viewing.ends_at) - Date.parse(viewing.starts_at)) / 60_000;
  const words = (moment: string) => `${formatDay(brusselsDay(Date.parse(moment)), language)}, ${clockIn(moment)}`;
  const free = (await studio.agenda.freeTimes(viewing)).map((startsAt) => {
    const from = brusselsMinutes(startsAt);
    const place = placeClasses({ from, to: from + length });
    return { startsAt, day: brusselsDay(Date.parse(startsAt)), clock: clockOf(from), place, words: words(startsAt) };
  });
  const names = await studio.agenda.mailed(viewing, language, 'move');
  const whoIsMailed = t('STUDIO_WHO_IS_MAILED', { seconds: person.preferences.undoSeconds, names });
  const said = {
    ...{ agent: viewing.agent_id, about: `${viewing.title}, ${viewing.name}`, from: words(viewing.starts_at), free },
    mailed: [...(viewing.state === 'requested' ? [t('STUDIO_MOVE_CONFIRMS')] : []), whoIsMailed].join(' '),
  };
  return Response.json(said, { headers: { 'Cache-Control': 'no-store' } });
};
