import type { Site } from '../../content/site/site.ts';
import type { Listing } from '../property/listing.ts';
import { hasOpenHouses, type OpenHouse, openHousesOf } from './open-house.ts';
import { agentOf } from './viewing-slots.ts';

/** The open houses of other properties at which the agent of a property is. */
export function busyAt(site: Site, listing: Listing, nowMs: number): OpenHouse[] {
  const { viewings } = site.settings;
  return Object.keys(viewings.properties).flatMap((key) => {
    const isOther = key !== String(listing.id) && hasOpenHouses(viewings, Number(key));
    const other = isOther ? site.listing(Number(key)) : null;
    return other && !other.gone && agentOf(other) === agentOf(listing) ? openHousesOf(viewings, other.id, nowMs) : [];
  });
}
