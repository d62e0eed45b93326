import * as z from 'zod';
import { officeSettings } from '../../features/agency/office-settings.ts';
import { siteSettings } from '../../features/agency/site-settings.ts';
import { alertSettings } from '../../features/alert/alert-settings.ts';
import { offerSettings } from '../../features/bid/offer-settings.ts';
import { brandSettings } from '../../features/brand/brand-settings.ts';
import { consentSettings, trackingSettings } from '../../features/consent/consent-settings.ts';
import { costSettings } from '../../features/costs/cost-settings.ts';
import { formSettings } from '../../features/form/form-settings.ts';
import { importSettings } from '../../features/import/import-settings.ts';
import { replySettings } from '../../features/lead/reply-settings.ts';
import { mapSettings } from '../../features/map/map-settings.ts';
import { portalSettings } from '../../features/owner/portal-settings.ts';
import { banner } from '../../features/page/page.ts';
import { placeSettings } from '../../features/place/place-settings.ts';
import { advertSettings } from '../../features/property/advert-settings.ts';
import { energySettings } from '../../features/property/energy-settings.ts';
import { wordingSettings } from '../../features/property/wording-settings.ts';
import { tenantSettings } from '../../features/tenant/tenant-settings.ts';
import { viewingSettings } from '../../features/viewing/viewing-settings.ts';
import { webhookSettings } from '../../features/webhook/webhook-settings.ts';
import { image, link, localizedText } from '../fields/fields.ts';
import { checkSettings } from './check-settings.ts';
import { historySettings } from './history-settings.ts';

const BAR_ICONS = ['phone', 'mail', 'pin', 'clock', 'login'] as const;
/** What can be drawn before an item of the top bar. */
export type BarIconName = (typeof BAR_ICONS)[number];

const barItem = z
  .object({
    icon: z.enum(BAR_ICONS).optional(),
    label: localizedText,
    link: link.optional(),
    route: z
      .string()
      .meta({ kind: 'reference', of: 'route' })
      .optional()
      .describe('Row of routes.json instead of a path'),
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
    transparent: z
      .boolean()
      .default(false)
      .describe('true: the header lies on the photograph of the homepage until 30 px of scrolling'),
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
    intro: localizedText.meta({ as: 'long' }).optional(),
    text: localizedText.meta({ as: 'markdown' }).optional().describe('Full text in Markdown'),
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
            route: z.string().meta({ kind: 'reference', of: 'route' }).optional(),
            page: z.string().meta({ kind: 'reference', of: 'page' }).optional(),
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
    legalLinks: z
      .array(z.string().meta({ kind: 'reference', of: 'route' }))
      .default([])
      .describe('Rows of routes.json in the last line'),
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
    highlightProject: z
      .number()
      .int()
      .meta({ kind: 'reference', of: 'project' })
      .optional()
      .describe('Project beside the banner'),
  })
  .strict();

/** Schema of each file in content/settings/ by its name. */
export const SETTINGS = {
  site: siteSettings,
  offices: officeSettings,
  brand: brandSettings,
  header: headerSettings,
  footer: footerSettings,
  homepage: homepageSettings,
  energy: energySettings,
  forms: formSettings,
  map: mapSettings,
  places: placeSettings,
  checks: checkSettings,
  adverts: advertSettings,
  costs: costSettings,
  import: importSettings,
  history: historySettings,
  offers: offerSettings,
  portal: portalSettings,
  replies: replySettings,
  tenants: tenantSettings,
  viewings: viewingSettings,
  alerts: alertSettings,
  consent: consentSettings,
  tracking: trackingSettings,
  webhooks: webhookSettings,
  wording: wordingSettings,
} as const;

/** Settings whose file may be left out without a word: most agencies need none of it. */
export const OPTIONAL_SETTINGS: ReadonlySet<string> = new Set([
  'brand',
  'costs',
  'offices',
  'history',
  'offers',
  'places',
  'replies',
  'tenants',
  'webhooks',
  'wording',
]);

/** All settings together. */
export type Settings = { [name in keyof typeof SETTINGS]: z.infer<(typeof SETTINGS)[name]> };
