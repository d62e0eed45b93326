import * as z from 'zod';
import {
  conditionText,
  dateText,
  image,
  link,
  localizedPath,
  localizedText,
  slugText,
} from '../../content/fields/fields.ts';

/** A page without a place in the order of the menu stands behind the others. */
const LAST = 1_000_000;

/** What a module shows: the kind of content it refers to. */
export const RELATION_TYPES = ['property-list', 'article', 'category', 'contact', 'stats-view'] as const;

/** The views that exist for each relation type; routes/Module.astro has a case for each. */
export const MODULE_VIEWS = {
  'property-list': ['latest', 'list'],
  article: ['block', 'card', 'single', 'steps', 'offer', 'quotes'],
  category: ['team'],
  contact: ['contact'],
  'stats-view': ['stock'],
} as const satisfies Record<(typeof RELATION_TYPES)[number], readonly string[]>;

const status = z.enum(['Published', 'Draft', 'Hidden', 'Archived']).describe('Only Published is shown');

/** A module of a page. */
export const module = z
  .object({
    id: slugText.describe('Name of the module, unique on its page'),
    title: localizedText.optional(),
    description: localizedText.meta({ as: 'long' }).optional(),
    position: z.number().int().default(0).describe('Order on the page, low numbers first'),
    columnSpan: z.number().int().min(1).max(12).default(12).describe('Width in twelfths of the page'),
    relationType: z.enum(RELATION_TYPES).describe('What it shows'),
    relationId: z
      .string()
      .meta({ kind: 'reference', of: 'relation' })
      .optional()
      .describe('Which one: name of an article, an article group, a category; "sale" or "rent" for a property list'),
    view: z
      .string()
      .meta({
        kind: 'choice',
        choices: {
          latest: 'MODULE_VIEW_LATEST',
          list: 'MODULE_VIEW_LIST',
          block: 'MODULE_BLOCK',
          card: 'MODULE_CARDS',
          single: 'MODULE_SINGLE',
          steps: 'MODULE_STEPS',
          offer: 'MODULE_OFFER',
          quotes: 'MODULE_QUOTES',
          team: 'MODULE_TEAM',
          contact: 'MODULE_CONTACT',
          stock: 'MODULE_STOCK',
        },
      })
      .describe('How it is shown'),
    status: status.default('Published'),
    itemsPerRow: z.number().int().min(1).max(6).default(4),
    maxItems: z.number().int().min(1).max(100).default(4),
    condition: conditionText.optional(),
    from: dateText.optional().describe('First day on which it is shown'),
    until: dateText.optional().describe('Last day on which it is shown'),
  })
  .strict();
export type Module = z.infer<typeof module>;

/** Whether a module is shown on a day, such as `2026-11-25`. */
export const isScheduled = ({ from = '', until }: Pick<Module, 'from' | 'until'>, day: string): boolean =>
  from.slice(0, day.length) <= day && (until === undefined || until.slice(0, day.length) >= day);

/** A text that can be hidden from the public. */
const publicText = z
  .object({ text: localizedText, public: z.boolean().default(true).describe('false: not shown') })
  .strict();

/** The picture or colour above a page. */
export const banner = z
  .object({
    type: z
      .enum(['image', 'gallery', 'video', 'properties', 'projects', 'color', 'none'])
      .describe('What fills the banner'),
    show: z.boolean().default(true),
    image: image.optional(),
    imageMobile: image.optional().describe('Another crop for phones'),
    gallery: z.array(image).default([]),
    video: z.object({ url: z.string(), mimetype: z.string(), poster: image.optional() }).strict().optional(),
    color: z.enum(['action', 'accent', 'sunk', 'band']).optional().describe('Colour of a colour banner'),
    title: publicText.optional(),
    description: publicText.optional(),
    search: z.boolean().default(false).describe('true: the banner contains the search block'),
  })
  .strict();
export type Banner = z.infer<typeof banner>;

/** Whether a banner shows a photograph, a film or slides. */
export const isPictured = ({ show, type }: Pick<Banner, 'show' | 'type'>): boolean =>
  show && type !== 'none' && type !== 'color';

/** What search engines and social media use of a page. */
export const metadata = z
  .object({
    pageTitle: localizedText.optional().describe('Title in the tab'),
    metadataTitle: localizedText.optional().describe('Title for search engines; left out = pageTitle'),
    metadataDescription: localizedText.optional(),
    ogTitle: localizedText.optional(),
    ogDescription: localizedText.optional(),
    ogImage: image.optional(),
    twitterTitle: localizedText.optional(),
    twitterDescription: localizedText.optional(),
    twitterImage: image.optional(),
  })
  .strict();

/** A page and its entry in the menu, one file in content/menu/. */
export const page = z
  .object({
    $schema: z.string().optional(),
    id: slugText.meta({ kind: 'hidden' }).describe('Name of the page; equal to the file name'),
    parentId: slugText
      .meta({ kind: 'reference', of: 'page' })
      .nullable()
      .default(null)
      .describe('Name of the page above it'),
    name: localizedText.describe('Words in the menu'),
    path: localizedPath.optional().describe('Last part of the path per language; leave out when route is given'),
    route: z
      .string()
      .meta({ kind: 'reference', of: 'route' })
      .optional()
      .describe('Name of a row in routes.json whose path this page has'),
    status,
    createDate: dateText,
    modifyDate: dateText.optional(),
    sort: z.number().int().default(LAST).describe('Order in the menu, low numbers first; left out = last'),
    inMenu: z.boolean().default(true).describe('false: the page exists but is in no menu'),
    childMenus: z
      .array(slugText.meta({ kind: 'reference', of: 'page' }))
      .default([])
      .describe('Pages below it, in order; left out = those that name it as parentId'),
    params: z
      .object({
        title: localizedText.optional().describe('Heading of the page'),
        description: publicText.optional().describe('Lead below the heading'),
        metadata: metadata.default({}),
        isActiveSEO: z.boolean().default(true).describe('false: search engines leave the page out'),
        image: image.optional(),
        modules: z.array(module).default([]),
        type: z.enum(['page', 'article', 'list', 'home']).default('page'),
        redirect: z.boolean().default(false).describe('true: the menu leads to redirectUrl instead'),
        redirectUrl: link.optional().describe('Where a redirecting entry leads; https:// opens in a new tab'),
        showBreadCrumb: z.boolean().default(true),
        showPageBanner: z.boolean().default(false),
        banner: banner.optional(),
        content: localizedText.meta({ as: 'markdown' }).optional().describe('Text of the page in Markdown'),
        faq: z
          .boolean()
          .default(false)
          .describe(
            'true: headings that end in a question mark become questions for search engines, with the ' +
              'text below as the answer',
          ),
        css: z
          .string()
          .meta({ kind: 'css' })
          .optional()
          .describe('Styles for this page only; no @import, no URLs of other sites'),
        subMenu: z.boolean().default(false).describe('true: the pages below it are listed beside its text'),
      })
      .strict()
      .prefault({}),
  })
  .strict();
export type Page = z.infer<typeof page>;

/** One row of content/routes.json: a page of the site with its path per language. */
export const routeRow = z
  .object({
    name: z
      .string()
      .regex(/^[a-z0-9-]+$/)
      .describe('Name by which the code and content refer to it'),
    path: z.string().describe('Original path without language'),
    breadcrumb: z.object({ name: localizedText, path: z.string().optional() }).strict().optional(),
    type: z.enum(['feedback', 'article', 'page', 'login']),
    article: z.string().meta({ kind: 'reference', of: 'article' }).optional().describe('Article that this path shows'),
    form: z.string().optional().describe('Form that this path shows'),
    paths: localizedPath.describe('Path per language, without the language: "te-koop"; empty for the homepage'),
  })
  .strict();
export type RouteRow = z.infer<typeof routeRow>;

/** The pages, of which those below a page that is not shown are not shown either. */
export function withEffectiveStatus(pages: readonly Page[]): Page[] {
  const byId = new Map(pages.map((page) => [page.id, page]));
  const above = (page: Page) => (page.parentId ? byId.get(page.parentId) : undefined);
  return pages.map((page) => {
    const seen = new Set([page.id]);
    for (let one = above(page); one && !seen.has(one.id); one = above(one)) {
      if (one.status !== 'Published') return { ...page, status: one.status };
      seen.add(one.id);
    }
    return page;
  });
}
