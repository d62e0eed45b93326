import * as z from 'zod';
import { keysOf } from '../../platform/values/values.ts';
import { paletteFaults } from './check-palette.ts';
import { type BaseColours, DISPLAY_FAMILIES, luminanceOf, SAME_AS_TEXT, TEXT_FAMILIES } from './palette.ts';

const colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'Expected a colour in six hexadecimal digits, such as "#1d3d30"')
  .transform((text) => text.toLowerCase())
  .optional();

const baseColours = {
  page: colour.describe('Ground of the page: a light colour (in dark mode a dark one)'),
  ink: colour.describe('Text'),
  action: colour.describe('Buttons and what is chosen'),
  accent: colour.describe('Valuation, where you are, new; also as text'),
  band: colour.describe('Foot of the page and bands across it'),
};

const mediaFile = (types: string) =>
  z
    .string()
    .regex(
      new RegExp(`^(?!(.*/)?\\.\\./)[^/\\\\:][^\\\\:]*\\.(${types})$`, 'i'),
      `Expected a path below content/media/ that ends in ${types
        .split('|')
        .map((type) => `.${type}`)
        .join(' or ')}`,
    )
    .meta({ kind: 'path', label: 'FIELD_BRAND_FILE' });

/** What the site adds to a file when it reads it. */
const filledIn = {
  v: z
    .string()
    .meta({ kind: 'hidden' })
    .optional()
    .describe('Filled in when read: 8 hexadecimal digits of the content'),
};
const drawing = z
  .object({
    file: mediaFile('svg|png').describe('Path below content/media/, such as "brand/logo.svg"'),
    ...filledIn,
    width: z.number().positive().meta({ kind: 'hidden' }).optional().describe('Filled in when read'),
    height: z.number().positive().meta({ kind: 'hidden' }).optional().describe('Filled in when read'),
  })
  .strict();
const metrics = z
  .object({
    isSerif: z.boolean(),
    ...{ sizeAdjust: z.number(), ascent: z.number(), descent: z.number(), lineGap: z.number() },
  })
  .strict();
const ownFont = z
  .object({
    file: mediaFile('woff2').describe('Path below content/media/, such as "brand/text.woff2"'),
    weight: z
      .string()
      .regex(/^\d{3}( \d{3})?$/, 'Expected a weight such as "500", or a range such as "400 650"')
      .describe('Weight of the file, or the range of a variable font'),
    serif: z.boolean().default(false).describe('true: a font with serifs; a local one stands in until it is there'),
    ...filledIn,
    metrics: metrics.meta({ kind: 'hidden' }).optional().describe('Filled in when read: the size of its letters'),
  })
  .strict();

const keys = <T extends object>(table: T) => keysOf(table);

/** content/settings/brand.json: colours, logo, type and shapes of an agency. Left out = the look of the product. */
export const brandSettings = z
  .object({
    $schema: z.string().optional(),
    colours: z.object(baseColours).strict().default({}).describe('Colours; what you leave out is that of the product'),
    dark: z
      .object(baseColours)
      .strict()
      .default({})
      .describe('Colours in dark mode; what you leave out follows from the light ones'),
    logo: z
      .object({
        light: drawing.describe('Logo on a light ground'),
        dark: drawing
          .optional()
          .describe('Logo on a dark ground and on the foot of the page; left out = the light one on a light plate'),
      })
      .strict()
      .optional()
      .describe('Left out = the mark and the name of the agency'),
    icon: drawing.optional().describe('Square sign for tabs and start screens; left out = the mark in your colours'),
    text: z
      .enum(keys(TEXT_FAMILIES))
      .default('hanken-grotesk')
      .meta({ label: 'FIELD_TYPE_OF_TEXT' })
      .describe('Type of what is read and filled in'),
    display: z
      .enum([...keys(DISPLAY_FAMILIES), SAME_AS_TEXT])
      .default('newsreader')
      .describe('Type of headings and prices'),
    textFont: ownFont.optional().describe('Your own font file instead of "text"'),
    displayFont: ownFont.optional().describe('Your own font file instead of "display"'),
    radius: z.number().int().min(0).max(16).default(2).describe('Corners of buttons, fields and photographs in pixels'),
    photographs: z
      .enum(['natural', 'warm', 'cool', 'muted', 'mono'])
      .default('natural')
      .describe('Treatment of all photographs on pages'),
    slab: z
      .boolean()
      .default(true)
      .describe('true: the headline of the homepage is on a panel that is cut into the photograph'),
  })
  .strict()
  .superRefine(({ colours, dark }, context) => {
    const given = { colours: present(colours), dark: present(dark) };
    if (given.colours.page && luminanceOf(given.colours.page) < 0.5)
      return void context.addIssue({
        ...{ code: 'custom', path: ['colours', 'page'] },
        message:
          'This is the ground of the page in light mode; choose a light colour. Dark mode has its own under "dark"',
      });
    if (given.dark.page && luminanceOf(given.dark.page) > 0.1)
      return void context.addIssue({
        ...{ code: 'custom', path: ['dark', 'page'] },
        message: 'This is the ground of the page in dark mode; choose a dark colour, or leave it out',
      });
    for (const { scheme, colour: name, message } of paletteFaults(given.colours, given.dark))
      context.addIssue({
        ...{ code: 'custom', message },
        path: [scheme === 'dark' && given.dark[name] ? 'dark' : 'colours', name],
      });
  });
export type BrandSettings = z.infer<typeof brandSettings>;
export type BrandDrawing = z.infer<typeof drawing>;

const present = (colours: { [name in keyof BaseColours]?: string | undefined }): Partial<BaseColours> =>
  Object.fromEntries(Object.entries(colours).filter(([, value]) => value !== undefined));
