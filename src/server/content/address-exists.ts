import { languageOfPath } from '../../i18n/languages.ts';
import { localized } from '../../i18n/localized.ts';
import { unprefixed } from '../http/unprefixed.ts';
import type { Site } from '../site/site.ts';

const GOALS: Readonly<Record<string, 'sale' | 'rent'>> = { 'for-sale': 'sale', 'for-rent': 'rent' };

/** Whether an address of this site, such as /nl/te-koop/grimbergen/, leads somewhere; only its path counts. */
export function addressExists(address: string, site: Site): boolean {
  const url = new URL(address, 'http://site');
  const path = url.pathname.replace(/\/?$/, '/');
  if (path === '/' || path.startsWith('/media/') || path.startsWith('/api/')) return true;
  const language = languageOfPath(path, { defaultLanguage: site.defaultLanguage, enabledLanguages: site.languages });
  if (!language)
    return unprefixed(url, site, site.defaultLanguage) !== null || /\.(txt|xml|svg)\/$/.test(path) || path === '/healthz/';
  const row = site.paths.find(path);
  if (row && row.rest.length === 0) return true;
  const goal = row ? GOALS[row.name] : undefined;
  const [first = '', , third = ''] = row?.rest ?? [];
  if (goal && row?.rest.length === 1)
    return [...site.towns, ...site.propertyTypes].some(({ slug }) => localized(slug, language) === first);
  if (goal && row?.rest.length === 3) return site.listing(Number(third)) !== null;
  if (row?.name === 'projects' && row.rest.length === 3) return site.projects.some(({ ID }) => String(ID) === third);
  if (row?.name === 'testimonials' && row.rest.length === 1)
    return site.testimonials.some(({ n }) => first === `testimonial-${n}`);
  return site.pages.some((page) => page.status === 'Published' && site.pageAddress(page, language) === path);
}
