import { type Localized, localized } from '../../i18n/localized.ts';
import { type Bounds, boundsAround } from '../place/outline.ts';
import type { MapPoint } from '../place/point.ts';
import data from './ground-belgium.json' with { type: 'json' };
import type { MapGround } from './map-ground.ts';

/** What is drawn around the towns, in degrees; a visitor moves the map no farther than this without a reason. */
const AROUND = 0.25;
/** The units of the data: ten thousandths of a degree. */
const UNIT = 1e-4;

type Line = readonly number[];

/**
 * The borders, rivers and stations around some places, for a map without streets; each line is a first point in ten
 * thousandths of a degree and then the steps from point to point. The sources and licences are in the data.
 */
export function groundAround(places: readonly MapPoint[], language: string): MapGround {
  const bounds = places.length > 0 ? boundsAround(places) : null;
  if (!bounds) return { borders: [], rivers: [], stations: [], credits: [] };
  const isNear = (line: Line) => touches(line, bounds);
  const stations = (data.stations as (number | string)[][]).flatMap(([latitude, longitude, nl = '', fr = nl]) => {
    const name = localized({ nl, fr } as Localized, language);
    const [north, east] = [Number(latitude), Number(longitude)];
    return isNear([north, east]) ? [{ latitude: north * UNIT, longitude: east * UNIT, name }] : [];
  });
  const layers = { borders: data.borders.filter(isNear), rivers: data.rivers.filter(isNear), stations };
  return { ...layers, credits: creditsOf(layers) };
}

/** Whether a line has a point within the bounds or a little outside them. */
function touches(line: Line, { south, west, north, east }: Bounds): boolean {
  let [latitude, longitude] = [0, 0];
  for (let at = 0; at < line.length; at += 2) {
    latitude += line[at]!;
    longitude += line[at + 1]!;
    const [y, x] = [latitude * UNIT, longitude * UNIT];
    if (y > south - AROUND && y < north + AROUND && x > west - AROUND && x < east + AROUND) return true;
  }
  return false;
}

/** The makers of what is drawn, as their licences ask: with the date where the title has one. */
function creditsOf(layers: Readonly<Record<'borders' | 'rivers' | 'stations', readonly unknown[]>>) {
  const drawn = [layers.borders, layers.rivers, layers.stations];
  return data.sources
    .filter((_, at) => (drawn[at]?.length ?? 0) > 0)
    .map(({ by, title, link }) => ({ by, title, link }));
}
