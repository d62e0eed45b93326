import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type City, regionOf } from '../../src/features/place/region.ts';
import type { Property } from '../../src/features/property/property.ts';

/** Number of the first generated property; the agency of the tests stays far below. */
export const FIRST_GENERATED = 100_000;

const STREETS = [
  'Kapellelaan',
  'Stationsplein',
  'Dorpsstraat',
  'Kerkstraat',
  'Veldstraat',
  'Beekstraat',
  'Lindelaan',
  'Stationsstraat',
];
const LAST_DAY = Date.UTC(2026, 10, 19);
const DAY_MS = 86_400_000;
const AREAS = /^Surface/;

/** Figures from 0 up to 1 that look random and are the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Writes `count` believable properties into a copied content folder: each a demo property with other figures, in
 * another town of its region. The same seed gives the same files.
 */
export function generateProperties({
  seed,
  count,
  contentDir,
}: {
  seed: number;
  count: number;
  contentDir: string;
}): void {
  const folder = join(contentDir, 'properties');
  const models = readdirSync(folder)
    .filter((file) => /^\d+\.json$/.test(file) && Number.parseInt(file, 10) < FIRST_GENERATED)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Property);
  const cities = JSON.parse(readFileSync(join(contentDir, 'cities.json'), 'utf8')) as City[];
  const placeOf = (place: { CountryID: number; Zip: string }) => `${place.CountryID} ${regionOf(place)}`;
  const random = randomOf(seed);
  for (let at = 0; at < count; at += 1) {
    const model = models[at % models.length]!;
    const near = cities.filter((city) => placeOf(city) === placeOf(model));
    const property = varied({
      model,
      city: near[Math.floor(random() * near.length)]!,
      id: FIRST_GENERATED + at,
      random,
    });
    writeFileSync(join(folder, `${property.ID}.json`), JSON.stringify(property));
  }
}

function varied({
  model,
  city,
  id,
  random,
}: {
  model: Property;
  city: City;
  id: number;
  random: () => number;
}): Property {
  const between = (least: number, most: number) => least + random() * (most - least);
  const step = model.Goal === 0 ? 1000 : 10;
  const price = model.Price > 0 ? Math.max(step, Math.round((model.Price * between(0.7, 1.4)) / step) * step) : 0;
  const created = LAST_DAY - Math.floor(between(0, 150)) * DAY_MS;
  const changed = created + Math.floor(random() * ((LAST_DAY - created) / DAY_MS + 1)) * DAY_MS;
  const day = (moment: number) => new Date(moment).toISOString().slice(0, 10);
  // One factor for all surfaces: a kitchen stays smaller than its house.
  const size = between(0.8, 1.25);
  const areas = Object.entries(model).flatMap(([key, value]) =>
    AREAS.test(key) && typeof value === 'number' ? [[key, Math.max(1, Math.round(value * size))] as const] : [],
  );
  const rooms =
    typeof model.NumberOfBedRooms === 'number'
      ? Math.max(1, model.NumberOfBedRooms + Math.floor(between(-1, 2)))
      : null;
  const energy =
    typeof model.EnergyPerformance === 'number' && model.EnergyPerformance > 0 ? model.EnergyPerformance : null;
  const { ProjectID: _unit, PreviousPrice: before, ...kept } = model;
  return {
    ...kept,
    ID: id,
    RecordFile: String(id),
    Price: price,
    ...(before && { PreviousPrice: price + step * 10 }),
    Street: STREETS[Math.floor(random() * STREETS.length)]!,
    HouseNumber: String(1 + Math.floor(random() * 240)),
    Zip: city.Zip,
    City: city.Name,
    GoogleX: Number((city.Latitude + between(-0.01, 0.01)).toFixed(5)),
    GoogleY: Number((city.Longitude + between(-0.015, 0.015)).toFixed(5)),
    CreatedDate: day(created),
    LastChangedDate: day(changed),
    ...Object.fromEntries(areas),
    ...(rooms && { NumberOfBedRooms: rooms }),
    ...(energy && { EnergyPerformance: Math.round(energy * between(0.7, 1.3)) }),
  } as Property;
}
