import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { AgendaViewing } from './agenda.server.ts';

/** A viewing as a calendar shows it. */
interface FeedViewing extends AgendaViewing {
  title: string;
  address: string;
}

/** The viewings of an agent as a calendar to which a calendar program subscribes; cancelled ones are marked. */
export function agendaFeed(
  viewings: readonly FeedViewing[],
  { name, language, domain }: { name: string; language: string; domain: string },
): string {
  const calendar = ical({
    name,
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: domain, product: 'agenda', language: language.toUpperCase() },
    ttl: 900,
  });
  for (const viewing of viewings)
    calendar.createEvent({
      id: `${viewing.id}@${domain}`,
      sequence: viewing.sequence,
      start: new Date(viewing.starts_at),
      end: new Date(viewing.ends_at),
      stamp: new Date(viewing.created_at),
      status:
        viewing.state === 'cancelled'
          ? ICalEventStatus.CANCELLED
          : viewing.state === 'requested'
            ? ICalEventStatus.TENTATIVE
            : ICalEventStatus.CONFIRMED,
      summary: `${viewing.title}, ${viewing.name}`,
      location: viewing.address,
      description: [viewing.name, viewing.phone, viewing.email].filter(Boolean).join('\n'),
    });
  return calendar.toString();
}
