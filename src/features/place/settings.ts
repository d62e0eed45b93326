import * as z from 'zod';

/** The kinds of places around a property, in the order in which its page names them. */
export const PLACE_KINDS = ['school', 'stop', 'station', 'shop', 'park'] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** How settings/places.json writes a place: degrees north, degrees east, name. */
export const PLACE = /^(-?\d{1,2}(?:\.\d{1,7})?) (-?\d{1,3}(?:\.\d{1,7})?) (\S.{0,119})$/u;

const kind = z
  .object({
    source: z.string().min(1).describe('Who made the data, as its licence asks: "OpenStreetMap contributors"'),
    link: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('Page of the source'),
    date: z.iso.date().describe('Day of the data'),
    places: z
      .array(z.string().regex(PLACE, 'Expected degrees north, degrees east and a name: "50.93562 4.37856 Station"'))
      .describe('Degrees north, degrees east, and the name'),
  })
  .strict()
  .optional();

/** content/settings/places.json: what is around the properties, from open data that "places install" wrote. */
export const placeSettings = z
  .object({
    $schema: z.string().optional(),
    school: kind.describe('Schools'),
    stop: kind.describe('Stops of buses, trams and undergrounds'),
    station: kind.describe('Railway stations'),
    shop: kind.describe('Shops for food'),
    park: kind.describe('Parks and nature'),
  })
  .strict();
export type PlaceSettings = z.infer<typeof placeSettings>;
