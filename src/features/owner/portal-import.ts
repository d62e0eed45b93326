import * as z from 'zod';
import { parseDate } from '../../i18n/format.ts';
import type { EntryKind } from './property-entry.ts';

const moment = z
  .string()
  .refine((text) => parseDate(text) !== null, 'Expected a day or moment such as "2026-11-24" or "2026-11-24 14:00"')
  .describe('Day or moment; a time without a zone is Brussels time');
const id = z
  .union([z.string().min(1).max(100), z.number().int()])
  .transform(String)
  .describe('Its number in your own system: imported again, it replaces what was imported before');
const property = z.number().int().positive().describe('ID of the property');
const text = (about: string) => z.string().max(4000).default('').describe(about);
const link = z
  .string()
  .refine((value) => value === '' || /^https?:\/\//.test(value), 'Expected a URL that starts with https://')
  .default('')
  .describe('Where it can be seen');

const viewing = z
  .object({
    property,
    id,
    date: moment,
    type: z.string().max(100).default('viewing').describe('viewing, or your own word'),
    contact: text('Who came, as the owner may read it: a family with children'),
    comment: text('What the visitor thought'),
    status: z.string().max(100).default('planned').describe('planned, done, cancelled, or your own word'),
    interest: z.enum(['yes', 'maybe', 'no']).optional().describe('Whether the visitor is interested'),
  })
  .strict();
const communication = z
  .object({
    property,
    id,
    date: moment,
    type: z.string().max(100).describe('phone, email, letter, meeting, or your own word'),
    contact: text('With whom'),
    subject: text('About what'),
    comment: text('What was said'),
    status: z.string().max(100).default('handled').describe('open, handled, or your own word'),
  })
  .strict();
const media = z
  .object({
    property,
    id,
    date: moment.describe('Online since'),
    source: z.string().min(1).max(100).describe('Name of the website or portal'),
    link,
    comment: text('Anything the owner should know'),
    status: z.string().max(100).default('online').describe('online, offline, or your own word'),
  })
  .strict();
const appearance = z
  .object({
    property,
    id,
    date: moment,
    type: z.string().max(100).describe('newsletter, print, search, or your own word'),
    subject: text('Where it appeared, such as the title of the newsletter'),
    source: text('Name of the newsletter, newspaper or website'),
  })
  .strict();
const views = z
  .object({
    property,
    date: z.iso.date().describe('Day in Brussels'),
    source: z.string().min(1).max(100).describe('Name of the portal; the names this site uses itself are refused'),
    views: z.number().int().min(0).describe('Views of that day; imported again, it replaces the figure'),
  })
  .strict();

/** A file for `portal import`: what happened to properties outside this site. */
export const portalImport = z
  .object({
    $schema: z.string().optional(),
    viewings: z.array(viewing).default([]),
    communications: z.array(communication).default([]),
    media: z.array(media).default([]),
    appearances: z.array(appearance).default([]),
    views: z.array(views).default([]),
  })
  .strict();
export type PortalImport = z.infer<typeof portalImport>;

/** The list of the file that holds each kind. */
export const IMPORT_LISTS = {
  viewings: 'viewing',
  communications: 'communication',
  media: 'media',
  appearances: 'appearance',
} as const satisfies Record<string, EntryKind>;

/** A file for `owners import`: accounts with their properties. */
export const ownerImport = z.array(
  z
    .object({
      email: z.email().describe('Email address with which the owner logs in'),
      name: z.string().min(1).max(200).describe('First and last name'),
      language: z
        .string()
        .regex(/^[a-z]{2}$/)
        .optional()
        .describe('Language of mails; left out = the default language'),
      properties: z
        .array(
          z
            .object({
              id: z.number().int().positive().describe('ID of the property'),
              role: z.enum(['owner', 'co-owner', 'representative']).default('owner'),
            })
            .strict(),
        )
        .default([]),
    })
    .strict(),
);

const relativeMoment = z
  .string()
  .regex(/^[+-]?\d+( \d{2}:\d{2})?$/, 'Expected days from today with or without a time, such as "-3" or "+2 14:00"');

/** content/demo/portal.json: sample data of the demo owner; days are relative to today: "-3 14:00". */
export const demoPortal = z
  .object({
    $schema: z.string().optional(),
    owner: z
      .object({
        email: z.email(),
        name: z.string().min(1).max(200),
        language: z.string().regex(/^[a-z]{2}$/),
        properties: z.array(z.number().int()).describe('IDs of properties'),
      })
      .strict(),
    views: z
      .array(
        z
          .object({
            property: z.number().int(),
            source: z.string().min(1).max(100),
            perDay: z.array(z.number().int().min(0)).describe('Views per day; the last number is today'),
          })
          .strict(),
      )
      .default([]),
    entries: z
      .object({
        viewings: z.array(viewing.omit({ id: true }).extend({ date: relativeMoment })).default([]),
        communications: z.array(communication.omit({ id: true }).extend({ date: relativeMoment })).default([]),
        media: z.array(media.omit({ id: true }).extend({ date: relativeMoment })).default([]),
        appearances: z.array(appearance.omit({ id: true }).extend({ date: relativeMoment })).default([]),
      })
      .strict(),
  })
  .strict();
export type DemoPortal = z.infer<typeof demoPortal>;
