import type { APIRoute } from 'astro';
import { formatPhone } from '../../../platform/text/contact-details.ts';
import { brusselsDay } from '../../../platform/time/days.ts';
import { present } from '../../../platform/values/values.ts';
import { clockIn, formatDay } from '../../../ui/studio/dates.ts';
import { REPLY_LABELS } from '../../owner/reply-labels.ts';
import { enterStudio } from '../../staff/studio/enter-studio.server.ts';
import { dayBefore } from '../../statistics/views.ts';
import { agendaQuery } from './actions.server.ts';

export const prerender = false;

/** `/studio/agenda/list/`: the viewings of a day or a week as a PDF, with room for notes. */
export const GET: APIRoute = async ({ locals }) => {
  const entered = enterStudio(locals, 'agenda/list');
  if (entered instanceof Response) return entered;
  const { studio } = entered;
  const { language, t, site, services } = locals;
  const { day, count, agent, agents } = agendaQuery(entered);
  const all = await studio.agenda.list({ day, days: count, agent }, language);
  const viewings = all.filter(({ state }) => state !== 'cancelled');
  const replies = await studio.agenda.repliesTo(viewings.map(({ id }) => id));
  const days = Array.from({ length: count }, (_, at) => dayBefore(day, -at)).map((one) => ({
    title: formatDay(one, language),
    viewings: viewings
      .filter(({ starts_at }) => brusselsDay(Date.parse(starts_at)) === one)
      .map((viewing) => ({
        time: `${clockIn(viewing.starts_at)}–${clockIn(viewing.ends_at)}`,
        property: `${viewing.title} (${viewing.listing?.reference ?? viewing.property_id})`,
        address: viewing.address,
        visitor: viewing.name,
        phone: viewing.phone ? formatPhone(viewing.phone, site.settings.site) : viewing.email,
        state: [
          viewing.state === 'requested' && t('STUDIO_STATE_REQUESTED'),
          !agent && viewing.agent,
          viewing.remark,
          ...replies
            .filter(({ viewing_id }) => viewing_id === viewing.id)
            .map(
              ({ reply, note }) => `${t('OWNER_SAYS')}: ${[t(REPLY_LABELS[reply]), note].filter(Boolean).join('. ')}`,
            ),
        ]
          .filter(Boolean)
          .join('\n'),
      })),
  }));
  const body = await present(services, 'services').print.viewingList(days, {
    language,
    title: [t('OWNER_VIEWINGS'), agents.find(({ id }) => id === agent)?.name].filter(Boolean).join(', '),
    agency: site.settings.site.agency.name,
    headings: [t('PRINT_TIME'), t('PROPERTY'), t('PRINT_VISITOR'), t('PRINT_NOTES')],
    none: t('NO_VIEWING_PLANNED'),
  });
  const headers = { 'Content-Type': 'application/pdf', 'Cache-Control': 'no-store' };
  return new Response(new Uint8Array(body), { headers });
};
