import * as z from 'zod';
import { image, localizedText } from '../../content/fields/fields.ts';
import { PHONE_FORMATS } from '../../platform/text/contact-details.ts';
import { openingHours } from './office-settings.ts';

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
        latitude: z.number(),
        longitude: z.number(),
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
        socialImage: image.optional().describe('Picture for shared links, 1200 x 630 or more'),
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
