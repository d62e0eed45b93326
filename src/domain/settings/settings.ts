import * as z from 'zod';
import { image, link, localizedText } from '../content/fields.ts';
import { banner } from '../content/page.ts';
import { alertSettings } from './alert-settings.ts';
import { advertSettings, checkSettings } from './check-settings.ts';
import { consentSettings, trackingSettings } from './consent-settings.ts';
import { energySettings } from './energy-settings.ts';
import { formSettings } from './form-settings.ts';
import { historySettings } from './history-settings.ts';
import { importSettings } from './import-settings.ts';
import { mapSettings } from './map-settings.ts';
import { officeSettings, openingHours } from './office-settings.ts';
import { placeSettings } from './place-settings.ts';
import { portalSettings } from './portal-settings.ts';
import { viewingSettings } from './viewing-settings.ts';
import { webhookSettings } from './webhook-settings.ts';

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
    descriptionLimit: z.number().int().positive().default(250),
    searchDescriptionLimit: z.number().int().positive().default(100),
    hideSoldInLists: z.boolean().default(false),
    notFoundImage: image.optional().describe('Picture on the page for paths that do not exist'),
  })
  .strict();
export type SiteSettings = z.infer<typeof siteSettings>;
export type MarqueeMeaning = (typeof MEANINGS)[number];

const barItem = z
  .object({
    icon: z.enum(['phone', 'mail', 'pin', 'clock', 'login']).optional(),
    label: localizedText,
    link: link.optional(),
    route: z.string().optional().describe('Row of routes.json instead of a path'),
  })
  .strict();

/** content/settings/header.json: top bar, logo and menu. */
export const headerSettings = z
  .object({
    $schema: z.string().optional(),
    topBarShow: z.boolean().default(true),
    topBarLeft: z.array(barItem).default([]),
    topBarRight: z.array(barItem).default([]),
    maxMenuItems: z.number().int().min(0).max(12).default(5).describe('Further items go behind the menu button'),
    fixed: z.boolean().default(true).describe('true: the header stays in sight and is opaque after 30 px of scrolling'),
    hideLogoOnHomepage: z
      .boolean()
      .default(false)
      .describe('true: the logo appears on the homepage after 30 px of scrolling'),
    valuationButton: z.boolean().default(true),
  })
  .strict();

const footerColumn = z
  .object({
    title: localizedText.optional(),
    logo: z.boolean().default(false).describe('true: starts with the logo'),
    intro: localizedText.optional(),
    text: localizedText.optional().describe('Full text in Markdown'),
    address: z
      .boolean()
      .default(false)
      .describe('true: shows postal address, telephone and email address of each office'),
    newsletter: z.boolean().default(false).describe('true: shows the newsletter sign-up'),
    images: z.array(image).default([]),
    links: z
      .array(
        z
          .object({
            label: localizedText.optional(),
            route: z.string().optional(),
            page: z.string().optional(),
            link: link.optional(),
          })
          .strict(),
      )
      .default([]),
  })
  .strict();

/** content/settings/footer.json */
export const footerSettings = z
  .object({
    $schema: z.string().optional(),
    columns: z.array(footerColumn).max(6),
    legalLinks: z.array(z.string()).default([]).describe('Rows of routes.json in the last line'),
    copyright: localizedText.optional().describe('Left out = the usual line; {year} and {agency} are filled in'),
  })
  .strict();

/** content/settings/homepage.json: the banner of the homepage and its search block. */
export const homepageSettings = z
  .object({
    $schema: z.string().optional(),
    banner: banner,
    search: z
      .object({
        showLogo: z.boolean().default(false),
        title: localizedText.optional(),
        descriptions: z.array(localizedText).default([]).describe('{sale} and {rent} become the numbers of properties'),
        showInput: z.boolean().default(true),
        showCounts: z.boolean().default(true),
        indexMaxProperties: z
          .number()
          .int()
          .nonnegative()
          .default(3000)
          .describe(
            'With more properties than this the search box asks the server for properties; its index ' +
              'then contains types and towns only',
          ),
      })
      .strict(),
    highlightProject: z.number().int().optional().describe('Project beside the banner'),
  })
  .strict();

/** Schema of each file in content/settings/ by its name. */
export const SETTINGS = {
  site: siteSettings,
  offices: officeSettings,
  header: headerSettings,
  footer: footerSettings,
  homepage: homepageSettings,
  energy: energySettings,
  forms: formSettings,
  map: mapSettings,
  places: placeSettings,
  checks: checkSettings,
  adverts: advertSettings,
  import: importSettings,
  history: historySettings,
  portal: portalSettings,
  viewings: viewingSettings,
  alerts: alertSettings,
  consent: consentSettings,
  tracking: trackingSettings,
  webhooks: webhookSettings,
} as const;

/** Settings whose file may be left out without a word: most agencies need none of it. */
export const OPTIONAL_SETTINGS: ReadonlySet<string> = new Set(['offices', 'history', 'places', 'webhooks']);

/** All settings together. */
export type Settings = { [name in keyof typeof SETTINGS]: z.infer<(typeof SETTINGS)[name]> };
