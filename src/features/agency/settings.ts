import * as z from 'zod';
import { image, localizedText, slugText } from '../../content/fields/fields.ts';
import { PHONE_FORMATS } from '../../platform/text/contact-details.ts';

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Expected a time such as "09:30"');

/** A span of opening hours as search engines read it. */
const openingHours = z
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
    latitude: z.number().optional().describe('Where it is on a map; left out = its address is looked up there'),
    longitude: z.number().optional(),
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

const languageCode = z.string().regex(/^[a-z]{2}$/, 'Expected a two-letter language code such as "nl"');
const MEANINGS = ['none', 'sold', 'rented', 'option'] as const;

/** content/settings/site.json: languages, the agency and settings for the whole site. */
export const siteSettings = z
  .object({
    $schema: z.string().optional(),
    defaultLanguage: languageCode.describe('Language of visitors whose browser asks for none of the enabled ones'),
    enabledLanguages: z.array(languageCode).min(1).describe('Languages of the site, in the order of the switcher'),
    languageSwitcher: z.enum(['codes', 'flags']).default('codes'),
    agency: z
      .object({
        name: z.string(),
        legalName: z.string(),
        tagline: localizedText,
        street: z.string(),
        zip: z.string(),
        city: localizedText,
        country: localizedText,
        latitude: z.number().optional().describe('Where it is on a map; left out = its address is looked up there'),
        longitude: z.number().optional(),
        phone: z.string(),
        email: z.email(),
        hours: localizedText.describe('Opening hours in one line'),
        openingHours,
        founded: z.number().int().optional(),
        bivNumber: z.string().describe('BIV/IPI number'),
        companyNumber: z.string().describe('KBO/BCE number'),
        register: localizedText
          .optional()
          .describe('Register of legal persons, such as "RPR Brussel"; shown in the footer of mails'),
        vatNumber: z.string(),
        insurance: localizedText.describe('Insurer and policy number'),
        thirdPartyAccount: z.string().optional(),
        logo: image.optional().describe('Logo of the agency; left out = the mark and the name'),
        profiles: z
          .array(z.url())
          .optional()
          .describe('Pages of the agency on other sites, such as its Google Business Profile and its social media'),
        socialImage: image
          .optional()
          .describe(
            'Photograph of the agency or its street, 1200 x 630 or more: behind the name on its card for shared links',
          ),
      })
      .strict(),
    marquee: z.record(z.string().regex(/^\d+$/), z.enum(MEANINGS)).describe('What the Marquee numbers mean'),
    stateWords: z
      .array(
        z
          .object({
            region: z.enum(['flanders', 'brussels', 'wallonia']),
            state: z.enum(['option', 'sold', 'rented']),
            words: localizedText.meta({ label: 'FIELD_MARQUEE_NAME' }),
          })
          .strict(),
      )
      .optional()
      .describe('Words for a state in a region, such as "compromis signé" in Wallonia; left out = the usual words'),
    phoneFormat: z
      .enum(PHONE_FORMATS)
      .default('grouped')
      .describe('Groups of telephone numbers: grouped = "022 70 12 34", zoned = "02 270 12 34"'),
    newForDays: z
      .number()
      .int()
      .nonnegative()
      .default(14)
      .describe('Number of days for which a property is marked as new'),
    soldForDays: z
      .number()
      .int()
      .nonnegative()
      .default(60)
      .describe('Number of days for which a sold or rented property stays visible'),
    itemsPerPage: z.number().int().min(1).max(48).default(18),
    similarProperties: z.number().int().min(0).max(12).default(4),
    descriptionLimit: z
      .number()
      .int()
      .positive()
      .default(250)
      .describe('Characters of a description in feeds and in the preview that networks show'),
    searchDescriptionLimit: z
      .number()
      .int()
      .positive()
      .default(100)
      .describe('Characters of a description in the search box'),
    hideSoldInLists: z.boolean().default(false),
    workingArea: z
      .array(z.string().regex(/^\S+ \S.*$/, 'Expected a postcode and a town such as "1850 Grimbergen"'))
      .optional()
      .describe(
        'Towns in which the agency works, the most important one first, as "1850 Grimbergen": their pages stay ' +
          'when nothing is on offer there',
      ),
    indexNowKey: z
      .string()
      .regex(/^[A-Za-z0-9-]{8,128}$/, 'Use 8 to 128 letters, digits or "-", such as from "openssl rand -hex 16"')
      .optional()
      .describe('Key of IndexNow: search engines then hear of each page that changed; left out = off'),
    notFoundImage: image.optional().describe('Picture on the page for paths that do not exist'),
  })
  .strict();
export type SiteSettings = z.infer<typeof siteSettings>;
export type MarqueeMeaning = (typeof MEANINGS)[number];
