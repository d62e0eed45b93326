import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { ComingViewing } from './owner-replies.server.ts';

/** The viewings of a property to come as a calendar file for its owner; it does not name the visitors. */
export function comingCalendar(
  viewings: readonly ComingViewing[],
  {
    summary,
    unconfirmed,
    location,
    language,
    domain,
  }: { summary: string; unconfirmed: string; location: string; language: string; domain: string },
): string {
  const prodId = { company: domain, product: 'owner', language: language.toUpperCase() };
  const calendar = ical({ method: ICalCalendarMethod.PUBLISH, prodId });
  for (const { id, startsAt, endsAt, isConfirmed } of viewings)
    calendar.createEvent({
      id: `${id}@${domain}`,
      start: new Date(startsAt),
      end: new Date(endsAt),
      status: isConfirmed ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
      summary: isConfirmed ? summary : `${summary} (${unconfirmed})`,
      location,
    });
  return calendar.toString();
}
