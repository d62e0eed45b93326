import ical, { ICalAlarmType, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { ViewingRow } from '../../platform/database/schema.ts';

interface CalendarFacts {
  viewing: ViewingRow;
  /** Name and email address of the agency. */
  organizer: { name: string; email: string };
  summary: string;
  location: string;
  /** Who shows the property, and the link that cancels the viewing. */
  description: string;
  url: string | null;
  language: string;
  /** Domain after the @ of the UID. */
  domain: string;
  isCancelled: boolean;
}

/** The calendar reminds an hour before. */
const REMIND_SECONDS = 3600;

/** A viewing as a calendar file: the UID stays the same, the sequence increases with each change. */
export function calendarFile({
  viewing,
  organizer,
  summary,
  location,
  description,
  url,
  language,
  domain,
  isCancelled,
}: CalendarFacts) {
  const method = isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST;
  const calendar = ical({ method, prodId: { company: domain, product: 'viewings', language: language.toUpperCase() } });
  const event = calendar.createEvent({
    id: `${viewing.id}@${domain}`,
    sequence: viewing.sequence,
    start: new Date(viewing.starts_at),
    end: new Date(viewing.ends_at),
    stamp: new Date(viewing.created_at),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary,
    location,
    description,
    organizer,
    attendees: [{ name: viewing.name, email: viewing.email, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }],
    ...(url && { url }),
  });
  if (!isCancelled) event.createAlarm({ type: ICalAlarmType.display, trigger: REMIND_SECONDS, description: summary });
  return { method: isCancelled ? ('CANCEL' as const) : ('REQUEST' as const), content: calendar.toString() };
}
