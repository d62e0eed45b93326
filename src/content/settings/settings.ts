import * as z from 'zod';
import { officeSettings, siteSettings } from '../../features/agency/settings.ts';
import { alertSettings } from '../../features/alert/settings.ts';
import { bidSettings } from '../../features/bid/settings.ts';
import { brandSettings } from '../../features/brand/settings.ts';
import { consentSettings, trackingSettings } from '../../features/consent/settings.ts';
import { costSettings } from '../../features/costs/settings.ts';
import { formSettings } from '../../features/form/settings.ts';
import { importSettings } from '../../features/import/settings.ts';
import { replySettings } from '../../features/lead/replies.ts';
import { mapSettings } from '../../features/map/settings.ts';
import { portalSettings } from '../../features/owner/settings.ts';
import { banner } from '../../features/page/page.ts';
import { placeSettings } from '../../features/place/settings.ts';
import { advertSettings, energySettings, wordingSettings } from '../../features/property/settings.ts';
import { redirectSettings } from '../../features/seo/redirects.ts';
import { tenantSettings } from '../../features/tenant/settings.ts';
import { viewingSettings } from '../../features/viewing/settings.ts';
import { webhookSettings } from '../../features/webhook/settings.ts';
import { image, link, localizedText, strictness } from '../fields/fields.ts';

/** content/settings/checks.json: what the content check looks for besides errors that would break the site. */
const checkSettings = z
  .object({
    $schema: z.string().optional(),
    missingLanguages: strictness.default('warn').describe('A text that lacks one of the required languages'),
    requiredLanguages: z
      .array(z.string().regex(/^[a-z]{2}$/, 'Expected a two-letter language code such as "nl"'))
      .optional()
      .describe('Languages in which every text must stand; left out = all enabled languages'),
    alternativeTexts: strictness.default('warn').describe('A photograph of a property without an alternative text'),
    smallPictures: strictness.default('warn').describe('A photograph that is narrower than pictureWidth'),
    pictureWidth: z
      .number()
      .int()
      .positive()
      .default(600)
      .describe('Width in pixels from which a photograph is wide enough'),
    orphans: strictness.default('warn').describe('A file that nothing refers to'),
    links: strictness.default('warn').describe('A link to a path of this site that does not exist'),
    duplicateReferences: strictness.default('warn').describe('Two properties with one reference'),
    failureMail: z
      .boolean()
      .default(true)
      .describe('true: a mail says when the content cannot be published and when an import fails'),
    failureMailTo: z
      .email()
      .optional()
      .describe('Email address that receives these mails, such as that of the web developer; left out = the agency'),
    energy: strictness
      .default('warn')
      .describe('An energy score that cannot be, or a label that differs from the score'),
  })
  .strict();

/** content/settings/history.json: how long earlier versions of content files are kept. */
export const historySettings = z
  .object({
    $schema: z.string().optional(),
    months: z
      .number()
      .int()
      .min(1)
      .max(120)
      .default(24)
      .describe('Earlier versions of content files are deleted after this number of months'),
    allDays: z
      .number()
      .int()
      .min(1)
      .max(3650)
      .default(90)
      .describe('Number of days for which every earlier version is kept; after them the last one of each day'),
  })
  .strict();
export type HistorySettings = z.infer<typeof historySettings>;

/** What can be drawn before an item of the top bar. */
const BAR_ICONS = ['phone', 'mail', 'pin', 'clock', 'login'] as const;

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
        showCounts: z.boolean().default(true).describe('Also the numbers of the region beside the banner'),
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
  offers: bidSettings,
  portal: portalSettings,
  redirects: redirectSettings,
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
  'redirects',
  'replies',
  'tenants',
  'webhooks',
  'wording',
]);

/** All settings together. */
export type Settings = { [name in keyof typeof SETTINGS]: z.infer<(typeof SETTINGS)[name]> };
