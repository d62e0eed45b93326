import type { AstroIntegration } from 'astro';
import { readBundledContent } from '../content/files/bundled-routes.server.ts';
import { OWN_TEMPLATES } from '../features/page/route-rows.ts';
import type { StudioPageName } from '../features/staff/rights.ts';

/** A path below that of a row or of the site, with what responds to it: a component or endpoint of src/features/. */
type Route = readonly [path: string, entry: string];

/** The component of each type of row. */
const TEMPLATES: Readonly<Record<string, string>> = {
  page: 'page/site/ContentPage',
  article: 'page/site/ArticlePage',
  feedback: 'lead/site/ThankYou',
  login: 'page/site/ContentPage',
};
const FORM = 'lead/site/FormPage';

const LIST: readonly Route[] = [
  ['feed.xml', 'listing/site/feed-rss.server.ts'],
  ['feed.json', 'listing/site/feed-json.server.ts'],
  ['[of]', 'listing/site/PropertyListOf'],
  ['[of]/[type]', 'listing/site/PropertyListOf'],
  ['[city]/[title]/[id]', 'property/site/PropertyDetail'],
];
/** Routes below a row. */
const BELOW: Readonly<Record<string, readonly Route[]>> = {
  'for-sale': LIST,
  'for-rent': LIST,
  projects: [['[city]/[title]/[id]', 'project/site/ProjectDetail']],
  'contact-demand': [['[town]', 'listing/site/TownSelling']],
  about: [['[person]', 'page/site/PersonPage']],
  testimonials: [['[testimonial]', 'page/site/TestimonialPage']],
};

/** Routes of each language besides the rows; `app/` is this folder. */
const OF_LANGUAGE: readonly Route[] = [
  ['preview/[...path]', 'app/Preview'],
  ['m/[token]', 'app/MailLink'],
  ['s/[token]', 'shortlist/site/SharedListPage'],
  ['[...path]', 'page/site/MenuPage'],
];

/** Routes without a language. The HTTP server rewrites to those that begin with `_`, and refuses visitors who ask. */
const INTERNAL: readonly Route[] = [
  ['api/forms/[form]', 'lead/site/FormPost'],
  ['api/owner/[action]', 'owner/portal/OwnerPost'],
  ['_gone/[id]', 'property/site/Gone'],
  ['_list/[language]/[goal]', 'listing/site/PropertyListOnDemand'],
  ['_print/[language]/[id]/[kind]', 'print/print.server.ts'],
];

/** The pages and endpoints of the studio, below `_studio/`; the last ones need no right. */
const STUDIO: Readonly<
  Record<StudioPageName | 'calendar/[token]' | 'login' | 'factor' | 'password' | 'do/[action]', string>
> = {
  '': 'studio/Today',
  leads: 'lead/studio/Leads',
  'leads/new': 'lead/studio/NewLead',
  'leads/[reference]': 'lead/studio/Lead',
  'leads/[reference]/files/[document]': 'lead/studio/lead-file.server.ts',
  figures: 'lead/studio/FigurePage',
  seekers: 'alert/studio/Seekers',
  agenda: 'viewing/studio/Agenda',
  'agenda/list': 'viewing/studio/viewing-list.server.ts',
  'agenda/[viewing]': 'viewing/studio/Viewing',
  'agenda/[viewing]/free': 'viewing/studio/free-times.server.ts',
  'agenda/[viewing]/proofs/[document]': 'tenant/studio/tenant-proof.server.ts',
  'calendar/[token]': 'viewing/studio/calendar.server.ts',
  'content/[kind]': 'editing/studio/ContentList',
  'content/[kind]/[name]': 'editing/studio/ContentForm',
  'content/[kind]/[name]/history': 'editing/studio/ContentHistory',
  'content/[kind]/[name]/photos': 'editing/photos/Photos',
  'content/[kind]/[name]/preview': 'editing/studio/content-preview.server.ts',
  duties: 'editing/studio/Duties',
  imports: 'import/studio/Imports',
  translations: 'editing/studio/Translations',
  'translations/file': 'editing/studio/TranslationFile',
  'translations/labels': 'editing/studio/SiteLabels',
  replace: 'editing/studio/Replace',
  found: 'seo/studio/Found',
  publish: 'publishing/Publish',
  owners: 'owner/studio/Owners',
  mandate: 'owner/studio/Mandate',
  'owners/[owner]/[section]': 'owner/studio/OwnerSeen',
  'owner-documents/[document]': 'editing/photos/owner-document.server.ts',
  people: 'lead/studio/People',
  'people/[person]': 'lead/studio/Person',
  'people/[person]/merge': 'lead/studio/MergePerson',
  search: 'studio/Search',
  staff: 'staff/studio/Staff',
  'hand-over': 'studio/HandOver',
  audit: 'staff/studio/Audit',
  account: 'staff/studio/Account',
  login: 'staff/studio/Login',
  factor: 'staff/studio/Factor',
  password: 'staff/studio/Password',
  'do/[action]': 'studio/StudioPost',
};

const fileOf = (entry: string) =>
  `./src/${entry.startsWith('app/') ? '' : 'features/'}${entry}${entry.endsWith('.ts') ? '' : '.astro'}`;

/** Every file that a route leads to. */
export const ROUTE_FILES: readonly string[] = [
  ...new Set([
    FORM,
    ...Object.values(TEMPLATES),
    ...Object.values(OWN_TEMPLATES),
    ...[...Object.values(BELOW).flat(), ...OF_LANGUAGE, ...INTERNAL].map(([, entry]) => entry),
    ...Object.values(STUDIO),
  ]),
].map(fileOf);

/** Turns content/routes.json and the tables of this file into Astro's routes. */
export function routeMap({ contentDir }: { contentDir: string }): AstroIntegration {
  return {
    name: 'route-map',
    hooks: {
      'astro:config:setup'({ injectRoute }) {
        const { enabledLanguages, routes } = readBundledContent(contentDir);
        const add = (base: string, rows: readonly Route[]) => {
          for (const [path, entry] of rows)
            injectRoute({ pattern: `${base}/${path}`.replace(/\/$/, ''), entrypoint: fileOf(entry) });
        };
        for (const language of enabledLanguages) {
          for (const row of routes) {
            const base = `/${language}/${row.paths[language]}`.replace(/\/$/, '');
            const template = row.isForm ? FORM : (OWN_TEMPLATES[row.name] ?? TEMPLATES[row.type]);
            if (template) add(base, [['', template]]);
            add(base, BELOW[row.name] ?? []);
          }
          add(`/${language}`, OF_LANGUAGE);
        }
        add('', INTERNAL);
        add('/_studio', Object.entries(STUDIO));
        injectRoute({ pattern: '/_not-found', entrypoint: './src/pages/404.astro' });
      },
    },
  };
}
