import {
  CenteredTextSymbolizer,
  exp,
  type Feature,
  type LabelRule,
  LineLabelSymbolizer,
  LineSymbolizer,
  type PaintRule,
  PolygonSymbolizer,
} from 'protomaps-leaflet';

/** The colours of the site that the map uses; they differ in dark mode. */
export interface StreetColors {
  land: string;
  sunk: string;
  street: string;
  line: string;
  edge: string;
  ink: string;
  action: string;
  water: string;
  green: string;
  font: string;
}

const GREEN = new Set(['park', 'forest', 'wood', 'cemetery', 'grass', 'meadow', 'nature_reserve', 'garden', 'orchard']);
const is =
  (...kinds: string[]) =>
  (_zoom: number, { props }: Feature) =>
    kinds.includes(String(props.kind));

/** How areas and lines of the Protomaps basemap are drawn: two tones for land and roads, one green, one blue. */
export function streetPaint({ land, sunk, street, line, edge, water, green }: StreetColors): PaintRule[] {
  const road = (kinds: string[], color: string, stops: [number, number][], minzoom?: number): PaintRule => ({
    dataLayer: 'roads',
    symbolizer: new LineSymbolizer({ color, width: exp(1.6, stops), lineCap: 'round', lineJoin: 'round' }),
    filter: is(...kinds),
    ...(minzoom !== undefined && { minzoom }),
  });
  return [
    { dataLayer: 'earth', symbolizer: new PolygonSymbolizer({ fill: land }) },
    {
      dataLayer: 'landuse',
      symbolizer: new PolygonSymbolizer({ fill: green }),
      filter: (_zoom, { props }) => GREEN.has(String(props.kind)),
    },
    { dataLayer: 'water', symbolizer: new PolygonSymbolizer({ fill: water }), filter: (_zoom, f) => f.geomType === 3 },
    {
      dataLayer: 'water',
      symbolizer: new LineSymbolizer({
        color: water,
        width: exp(1.6, [
          [9, 0.5],
          [16, 3],
        ]),
      }),
      filter: (_zoom, f) => f.geomType === 2,
    },
    { dataLayer: 'buildings', symbolizer: new PolygonSymbolizer({ fill: sunk }), minzoom: 15 },
    {
      dataLayer: 'boundaries',
      symbolizer: new LineSymbolizer({ color: edge, width: 1, dash: [4, 3], dashColor: edge, dashWidth: 1 }),
    },
    road(
      ['path'],
      line,
      [
        [14, 0],
        [20, 3],
      ],
      14,
    ),
    road(
      ['minor_road', 'other'],
      line,
      [
        [12, 0.4],
        [14, 2],
        [18, 14],
      ],
      12,
    ),
    road(
      ['minor_road'],
      street,
      [
        [13, 0],
        [14, 1.2],
        [18, 11],
      ],
      14,
    ),
    road(['major_road'], edge, [
      [8, 0.4],
      [12, 1.8],
      [15, 5.5],
      [18, 17],
    ]),
    road(
      ['major_road'],
      street,
      [
        [11, 0],
        [12, 0.9],
        [15, 4.2],
        [18, 15],
      ],
      11,
    ),
    road(['highway'], edge, [
      [5, 0.5],
      [10, 2],
      [12, 3.4],
      [15, 8],
      [18, 20],
    ]),
    road(
      ['highway'],
      street,
      [
        [9, 0],
        [12, 1.8],
        [15, 6.2],
        [18, 18],
      ],
      10,
    ),
    {
      dataLayer: 'roads',
      symbolizer: new LineSymbolizer({ color: edge, width: 1, dash: [6, 4], dashColor: edge, dashWidth: 1 }),
      filter: is('rail'),
      minzoom: 9,
    },
  ];
}

/** The names of places, roads and waters, in the language of the page where the map has them. */
export function streetLabels({ land, ink, action, font }: StreetColors, language: string): LabelRule[] {
  const labelProps = [`name:${language}`, 'name'];
  const halo = { stroke: land, width: 3 };
  const place = (kinds: string[], size: number, weight: number, minzoom: number, maxzoom?: number): LabelRule => ({
    dataLayer: 'places',
    symbolizer: new CenteredTextSymbolizer({ labelProps, fill: ink, font: `${weight} ${size}px ${font}`, ...halo }),
    filter: (_zoom, { props }) => kinds.includes(String(props.kind)),
    sort: (one, other) => Number(other.population_rank ?? 0) - Number(one.population_rank ?? 0),
    minzoom,
    ...(maxzoom !== undefined && { maxzoom }),
  });
  const along = (kinds: string[], size: number, minzoom: number): LabelRule => ({
    dataLayer: 'roads',
    symbolizer: new LineLabelSymbolizer({ labelProps, fill: ink, font: `400 ${size}px ${font}`, ...halo }),
    filter: is(...kinds),
    minzoom,
  });
  return [
    place(['country', 'region'], 14, 600, 5, 8),
    place(['locality'], 14, 600, 7),
    place(['neighbourhood', 'macrohood'], 12, 400, 13),
    along(['highway', 'major_road'], 12, 13),
    along(['minor_road', 'other'], 12, 15),
    {
      dataLayer: 'water',
      symbolizer: new CenteredTextSymbolizer({ labelProps, fill: action, font: `italic 400 12px ${font}`, ...halo }),
      minzoom: 12,
    },
  ];
}
