import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { ViewingRow } from '../../platform/database/schema.ts';

interface CalendarFacts {
  viewing: ViewingRow;
  /** Name and email address of the agency. */
  organizer: { name: string; email: string };
  summary: string;
  location: string;
  url: string | null;
  /** Domain after the @ of the UID. */
  domain: string;
  isCancelled: boolean;
}

/** A viewing as a calendar file: the UID stays the same, the sequence increases with each change. */
export function calendarFile({ viewing, organizer, summary, location, url, domain, isCancelled }: CalendarFacts) {
  const method = isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST;
  const calendar = ical({ method, prodId: { company: domain, product: 'viewings' } });
  calendar.createEvent({
    id: `${viewing.id}@${domain}`,
    sequence: viewing.sequence,
    start: new Date(viewing.starts_at),
    end: new Date(viewing.ends_at),
    stamp: new Date(viewing.created_at),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary,
    location,
    organizer,
    attendees: [{ name: viewing.name, email: viewing.email, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
    ...(url && { url }),
  });
  return { method: isCancelled ? ('CANCEL' as const) : ('REQUEST' as const), content: calendar.toString() };
}
