import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { BookingRow } from '../../platform/database/schema.ts';

interface CalendarFacts {
  booking: BookingRow;
  /** Name and mail address of the agency. */
  organizer: { name: string; email: string };
  summary: string;
  location: string;
  url: string | null;
  /** Host behind the @ of the UID. */
  domain: string;
  isCancelled: boolean;
}

/** A visit as a calendar file: the same UID for ever, a higher sequence with each change. */
export function calendarFile({ booking, organizer, summary, location, url, domain, isCancelled }: CalendarFacts) {
  const method = isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST;
  const calendar = ical({ method, prodId: { company: domain, product: 'visits' } });
  calendar.createEvent({
    id: `${booking.id}@${domain}`,
    sequence: booking.sequence,
    start: new Date(booking.starts_at),
    end: new Date(booking.ends_at),
    stamp: new Date(booking.created_at),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary,
    location,
    organizer,
    attendees: [{ name: booking.name, email: booking.email, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
    ...(url && { url }),
  });
  return { method: isCancelled ? ('CANCEL' as const) : ('REQUEST' as const), content: calendar.toString() };
}
