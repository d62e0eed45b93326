import * as z from 'zod';
import { parseDate } from '../../i18n/format.ts';

/** How a finding is handled: an error blocks publishing, a warning is only reported, off is not checked. */
export const strictness = z.enum(['error', 'warn', 'off']);
export type Strictness = z.infer<typeof strictness>;

/** Names that would change an object's prototype; as keys of content they are reported like any other mistake. */
const DANGEROUS_KEYS = new Set(['__proto__', 'prototype', 'constructor']);

/** Text per language. A key is a language code, `nl` or (as old feeds write) `NL`. */
export const localizedText = z
  .record(z.string(), z.string())
  .superRefine((text, context) => {
    for (const key of Object.keys(text)) {
      if (DANGEROUS_KEYS.has(key) || !/^([a-z]{2}|[A-Z]{2})$/.test(key)) {
        context.addIssue({
          code: 'custom',
          path: [key],
          message: `"${key}" is not a language code; use two letters such as "nl" or "fr"`,
        });
      }
    }
  })
  .describe('Text per language: { "nl": "…", "fr": "…" }')
  .meta({ kind: 'localized' });

/** A date as editors and feeds write it: 2026-10-11 or 2026-10-11 09:30:00. */
export const dateText = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:?\d{2})?)?$/, 'Expected a date such as "2026-10-11"')
  .refine((text) => parseDate(text) !== null, 'This date does not exist')
  .meta({ kind: 'date' });

/** A path of a picture below content/media/, with its alternative text. */
export const image = z
  .object({
    src: z
      .string()
      .regex(
        /^(?!(.*\/)?\.\.\/)[^/\\:][^\\:]*\.(jpe?g|png|webp)$/i,
        'Expected a path below content/media/, such as "photos/house-01.jpg"',
      )
      .describe('Path below content/media/')
      .meta({ kind: 'path' }),
    alt: localizedText
      .meta({ label: 'FIELD_ALT' })
      .optional()
      .describe('What the picture shows, per language; leave out for decoration'),
    width: z.number().int().positive().meta({ kind: 'hidden' }).optional().describe('Width of the original in pixels'),
    height: z
      .number()
      .int()
      .positive()
      .meta({ kind: 'hidden' })
      .optional()
      .describe('Height of the original in pixels'),
    v: z
      .string()
      .meta({ kind: 'hidden' })
      .optional()
      .describe('Filled in when read: 8 hexadecimal digits of the content hash. Leave out'),
    tone: z
      .string()
      .meta({ kind: 'hidden' })
      .optional()
      .describe('Filled in when read: the colour that holds its place until it is there. Leave out'),
  })
  .strict();

/** A URL or a path of this site: https://…, http://…, tel:…, mailto:… or /nl/contact/. */
export const link = z
  .string()
  .regex(
    /^(https?:\/\/[^\s\\]+|tel:(?:\+?[0-9 ]+|\{phone\})|mailto:(?:[^\s@]+@[^\s@]+|\{email\})|\/(?![/\\])[^\s\\]*)$/,
    'Expected https://…, tel:…, mailto:… or a path starting with /',
  )
  .meta({ kind: 'link' });

/** A stable identifier: lower-case letters, digits and hyphens. */
export const slugText = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower-case letters, figures and hyphens only')
  .meta({ kind: 'slug' });

/** One part of a path: no sign that URLs or folders give a meaning. */
const PART = /^(?!\.+$)[\p{L}\p{N}._~-]+$/u;

/** A path per language in parts with "/" between; empty: the homepage, or a language without a path of its own. */
export const localizedPath = localizedText.superRefine((text, context) => {
  for (const [key, path] of Object.entries(text))
    if (path !== '' && !path.split('/').every((part) => PART.test(part)))
      context.addIssue({
        code: 'custom',
        path: [key],
        message: `"${path}" cannot be a path: use letters, figures and hyphens, such as "over-ons"`,
      });
});

/** A condition `field operator value`, such as "Goal = 1"; one that cannot be parsed is false and is reported. */
export const conditionText = z
  .string()
  .describe('Shown only when this holds: field operator value, such as "Goal = 1"')
  .meta({ kind: 'condition' });
