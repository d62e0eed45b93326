import type { Event } from 'schema-dts';
import type { OpenHouse } from '../viewing/open-house.ts';

/** An open house as an event; the address is that of the page, which leaves out a hidden street. */
export function openHouseEvent(
  { startsAt, endsAt }: OpenHouse,
  about: { name: string; url: string; address: string },
): Event {
  return {
    '@type': 'Event',
    name: about.name,
    startDate: startsAt,
    endDate: endsAt,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { '@type': 'Place', address: about.address },
    url: about.url,
  };
}
