import * as z from 'zod';
import { image, localizedText } from '../../content/fields/fields.ts';

const tiles = z
  .object({
    url: z
      .url({ protocol: /^https?$/, error: 'Expected a full URL such as https://tiles.example.org/{z}/{x}/{y}.png' })
      .refine((url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)), 'The URL needs {z}, {x} and {y}')
      .describe('URL of one tile with {z}, {x} and {y} in it'),
    attribution: z
      .string()
      .min(1)
      .describe('Who made the map, as its licence asks for: "© OpenStreetMap contributors"'),
    attributionLink: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe('Page to which the attribution leads'),
    maxZoom: z.number().int().min(1).max(22).default(18).describe('Largest scale that this source has'),
  })
  .strict();
/** The source of the street tiles of the map: a third party. */
export type MapTiles = z.infer<typeof tiles>;

/** content/settings/map.json: the map of results and of one property. */
export const mapSettings = z
  .object({
    $schema: z.string().optional(),
    tiles: tiles
      .nullable()
      .describe(
        'Picture of streets from another company, loaded only after a visitor asks for it; null = towns ' +
          'on a plain ground',
      ),
    townRadiusKm: z
      .number()
      .min(0.3)
      .max(20)
      .default(1.2)
      .describe('Radius of the circle that replaces a hidden address'),
    infoMessage: localizedText.optional().describe('Line on the map; left out = what the circles mean'),
    customMarker: image
      .nullable()
      .default(null)
      .describe('Picture for a property on the map, at most 60 pixels wide; null = its price'),
    routeLink: z
      .url({
        protocol: /^https$/,
        error: 'Expected a full URL such as https://maps.example.org/to/{latitude},{longitude}',
      })
      .refine((url) => ['{latitude}', '{longitude}'].every((part) => url.includes(part)), {
        error: 'The URL needs {latitude} and {longitude}',
      })
      .nullable()
      .default(null)
      .describe('Where "Route" leads for a property with a public address; null = no such link'),
    ignoredMarquees: z
      .array(z.enum(['sold', 'rented', 'option']))
      .default([])
      .describe('Properties with these ribbons are not on the map'),
  })
  .strict();
