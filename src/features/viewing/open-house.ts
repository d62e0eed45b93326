import { parseDate } from '../../i18n/format.ts';
import type { ViewingSettings } from './viewing-settings.ts';

/** A time at which a property is open to several visitors who have registered. */
export interface OpenHouse {
  /** Moments in UTC. */
  startsAt: string;
  endsAt: string;
  /** Number of visitors who may come at the same time. */
  capacity: number;
}

/** Whether two times overlap. */
export const overlaps = (one: Pick<OpenHouse, 'startsAt' | 'endsAt'>, other: Pick<OpenHouse, 'startsAt' | 'endsAt'>) =>
  one.startsAt < other.endsAt && other.startsAt < one.endsAt;

/** Whether the settings name an open house of a property, past ones included. */
export const hasOpenHouses = ({ properties }: Pick<ViewingSettings, 'properties'>, propertyId: number): boolean =>
  (properties[String(propertyId)]?.openHouses.length ?? 0) > 0;

/** The open houses of a property that have not ended, earliest first. */
export function openHousesOf(
  { properties }: Pick<ViewingSettings, 'properties'>,
  propertyId: number,
  nowMs: number,
): OpenHouse[] {
  const now = new Date(nowMs).toISOString();
  return (properties[String(propertyId)]?.openHouses ?? [])
    .flatMap(({ date, from, to, capacity }) => {
      const [startsAt, endsAt] = [from, to].map((time) => parseDate(`${date} ${time}`)?.toISOString());
      return startsAt && endsAt && endsAt > now ? [{ startsAt, endsAt, capacity }] : [];
    })
    .sort((one, other) => one.startsAt.localeCompare(other.startsAt));
}

/** The open house in which a viewing of a property starts; null for a viewing of its own. */
export function openHouseAt(
  settings: Pick<ViewingSettings, 'properties'>,
  propertyId: number,
  startsAt: string,
): OpenHouse | null {
  const houses = openHousesOf(settings, propertyId, 0);
  return houses.find((house) => house.startsAt <= startsAt && startsAt < house.endsAt) ?? null;
}
