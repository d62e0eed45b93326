import type { AstroIntegration } from 'astro';
import { OWN_TEMPLATES } from '../domain/content/route-rows.ts';
import { readBundledContent } from '../server/catalogue/content/bundled-routes.ts';

/** The .astro file of each type of row. */
const TEMPLATES: Readonly<Record<string, string>> = {
  page: 'ContentPage',
  article: 'ArticlePage',
  feedback: 'ThankYou',
  login: 'ContentPage',
};

/** Routes below a row: their further segments and the .astro file. */
const BELOW: Readonly<Record<string, readonly [string, string][]>> = {
  'for-sale': [
    ['[of]', 'PropertyListOf'],
    ['[of]/[type]', 'PropertyListOf'],
    ['[city]/[title]/[id]', 'PropertyDetail'],
  ],
  'for-rent': [
    ['[of]', 'PropertyListOf'],
    ['[of]/[type]', 'PropertyListOf'],
    ['[city]/[title]/[id]', 'PropertyDetail'],
  ],
  projects: [['[city]/[title]/[id]', 'ProjectDetail']],
  testimonials: [['[testimonial]', 'TestimonialPage']],
};

/** Pages of the studio, as the HTTP server names them internally, and their .astro files. */
const STUDIO: readonly [string, string][] = [
  ['', 'Today'],
  ['/leads', 'Leads'],
  ['/leads/[reference]', 'Lead'],
  ['/seekers', 'Seekers'],
  ['/agenda', 'Agenda'],
  ['/agenda/[viewing]', 'Viewing'],
  ['/content/[kind]', 'ContentList'],
  ['/content/[kind]/[name]', 'ContentForm'],
  ['/content/[kind]/[name]/history', 'ContentHistory'],
  ['/duties', 'Duties'],
  ['/imports', 'Imports'],
  ['/translations', 'Translations'],
  ['/translations/file', 'TranslationFile'],
  ['/translations/labels', 'SiteLabels'],
  ['/replace', 'Replace'],
  ['/content/[kind]/[name]/photos', 'Photos'],
  ['/publish', 'Publish'],
  ['/owners', 'Owners'],
  ['/owners/[owner]/[section]', 'OwnerSeen'],
  ['/people', 'People'],
  ['/people/[person]', 'Person'],
  ['/people/[person]/merge', 'MergePerson'],
  ['/search', 'Search'],
  ['/staff', 'Staff'],
  ['/audit', 'Audit'],
  ['/account', 'Account'],
  ['/login', 'Login'],
  ['/factor', 'Factor'],
  ['/password', 'Password'],
  ['/do/[action]', 'StudioPost'],
];

/** Turns content/routes.json into Astro's routes, one per page type and language. */
export function routeMap({ contentDir }: { contentDir: string }): AstroIntegration {
  return {
    name: 'route-map',
    hooks: {
      'astro:config:setup'({ injectRoute }) {
        const { enabledLanguages, routes } = readBundledContent(contentDir);
        const add = (pattern: string, template: string) =>
          injectRoute({ pattern, entrypoint: `./src/routes/${template}.astro` });
        for (const language of enabledLanguages) {
          for (const row of routes) {
            const base = `/${language}/${row.paths[language]}`.replace(/\/$/, '');
            const template = row.isForm ? 'FormPage' : (OWN_TEMPLATES[row.name] ?? TEMPLATES[row.type]);
            if (template) add(base, template);
            if (row.name === 'for-sale' || row.name === 'for-rent') {
              injectRoute({ pattern: `${base}/feed.xml`, entrypoint: './src/routes/feed-rss.ts' });
              injectRoute({ pattern: `${base}/feed.json`, entrypoint: './src/routes/feed-json.ts' });
            }
            for (const [segments, below] of BELOW[row.name] ?? []) add(`${base}/${segments}`, below);
          }
          add(`/${language}/preview/[...path]`, 'Preview');
          add(`/${language}/m/[token]`, 'MailLink');
          add(`/${language}/s/[token]`, 'SharedList');
          add(`/${language}/[...path]`, 'MenuPage');
        }
        add('/api/forms/[form]', 'FormPost');
        add('/api/owner/[action]', 'OwnerPost');
        for (const [path, template] of STUDIO) add(`/_studio${path}`, `studio/${template}`);
        injectRoute({ pattern: '/_studio/agenda/[viewing]/free', entrypoint: './src/routes/studio/free-times.ts' });
        const contentPreview = './src/routes/studio/content-preview.ts';
        injectRoute({ pattern: '/_studio/content/[kind]/[name]/preview', entrypoint: contentPreview });
        injectRoute({ pattern: '/_studio/calendar/[token]', entrypoint: './src/routes/studio/calendar.ts' });
        // Internal paths: the HTTP server rewrites to them and refuses visitors.
        add('/_gone/[id]', 'Gone');
        add('/_list/[language]/[goal]', 'PropertyListOnDemand');
        injectRoute({ pattern: '/_print/[language]/[id]/[kind]', entrypoint: './src/routes/print.ts' });
        injectRoute({ pattern: '/_studio/agenda/list', entrypoint: './src/routes/studio/viewing-list.ts' });
        const proof = './src/routes/studio/tenant-proof.ts';
        injectRoute({ pattern: '/_studio/agenda/[viewing]/proofs/[document]', entrypoint: proof });
        const sent = './src/routes/studio/owner-document.ts';
        injectRoute({ pattern: '/_studio/owner-documents/[document]', entrypoint: sent });
        injectRoute({ pattern: '/_not-found', entrypoint: './src/pages/404.astro' });
      },
    },
  };
}
