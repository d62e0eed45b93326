import * as z from 'zod';
import { image, localizedText, slugText } from '../../content/fields/fields.ts';
import type { SiteSettings } from './site-settings.ts';

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Expected a time such as "09:30"');

/** A span of opening hours as search engines read it. */
export const openingHours = z
  .array(
    z
      .object({
        days: z.array(z.enum(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])).min(1),
        opens: clock,
        closes: clock,
      })
      .strict(),
  )
  .default([]);

/** An office of an agency that has several. */
export const office = z
  .object({
    id: slugText.describe('Name of the office in other files, such as "namur"'),
    name: localizedText.describe('Name that visitors read, such as "Namur"'),
    street: z.string().min(1),
    zip: z.string().min(1),
    city: localizedText,
    latitude: z.number(),
    longitude: z.number(),
    phone: z.string().min(1),
    email: z.email().describe('Mailbox of the office: it is shown, and leads of the office are sent to it'),
    hours: localizedText.describe('Opening hours in one line'),
    openingHours,
    image: image.optional().describe('Photograph of the office'),
    agents: z.array(z.string()).default([]).describe('Team members of the office: names of files in category/team/'),
    postcodes: z
      .array(z.string().regex(/^(?:\d{4}-\d{4}|[\w-]{3,10})$/, 'Expected a postcode or a range such as "5000-5380"'))
      .default([])
      .describe(
        'Its region: properties without an agent and leads without a property go to the office of the postcode',
      ),
  })
  .strict();

/** content/settings/offices.json: the offices of an agency that has several; the file may be left out. */
export const officeSettings = z
  .object({
    $schema: z.string().optional(),
    offices: z
      .array(office)
      .default([])
      .describe('All offices, the main one first; empty = one office, that of agency in site.json'),
  })
  .strict();
export type OfficeSettings = z.infer<typeof officeSettings>;
export type Office = OfficeSettings['offices'][number];

/** The offices of an agency: those of offices.json, else the one of site.json. */
export function officesOf({ site, offices }: { site: SiteSettings; offices: OfficeSettings }): Office[] {
  if (offices.offices.length > 0) return offices.offices;
  const { agency } = site;
  const name = Object.fromEntries(site.enabledLanguages.map((language) => [language, agency.name]));
  return [{ ...agency, id: 'office', name, image: undefined, agents: [], postcodes: [] }];
}

/** What decides to which office something belongs. */
interface Belongs {
  office?: string | null | undefined;
  manager?: string | null | undefined;
  zips?: readonly string[];
}

/**
 * The office to which something belongs: the one that it names, else that of its agent, else that of its postcode.
 * Null when nothing decides.
 */
export function officeFor(offices: readonly Office[], { office, manager, zips = [] }: Belongs): Office | null {
  return (
    offices.find(({ id }) => id === office) ??
    offices.find(({ agents }) => manager && agents.includes(manager)) ??
    offices.find(({ postcodes }) => zips.some((zip) => postcodes.some((range) => covers(range, zip)))) ??
    null
  );
}

/** Whether a postcode is in a range such as "5000-5380", or is the one that is named. */
export function covers(range: string, zip: string): boolean {
  const [first = '', last] = /^\d{4}-\d{4}$/.test(range) ? range.split('-') : [range];
  return last === undefined ? first === zip : /^\d{4}$/.test(zip) && first <= zip && zip <= last;
}
