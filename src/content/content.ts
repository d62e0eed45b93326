import type { Article, Member, Testimonial } from '../features/page/article.ts';
import type { Page, RouteRow } from '../features/page/page.ts';
import type { City, PropertyType } from '../features/place/region.ts';
import type { Project } from '../features/property/project.ts';
import type { Property } from '../features/property/property.ts';
import type { LabelFile } from '../i18n/current-labels.ts';
import type { Language } from '../i18n/languages.ts';
import type { Settings } from './settings/settings.ts';

/** Everything that editors wrote, read and checked against its schemas. */
export interface Content {
  settings: Settings;
  routes: RouteRow[];
  labels: Record<Language, LabelFile>;
  pages: Page[];
  articles: Article[];
  members: Member[];
  testimonials: Testimonial[];
  properties: Property[];
  projects: Project[];
  propertyTypes: PropertyType[];
  cities: City[];
}

/** Every file of a content folder with its parsed content, except the labels. */
export function thingsOf(content: Content): [file: string, thing: unknown][] {
  return [
    ...Object.entries(content.settings).map(([name, thing]) => [`settings/${name}.json`, thing] as [string, unknown]),
    ['routes.json', content.routes],
    ['property-types.json', content.propertyTypes],
    ['cities.json', content.cities],
    ...content.pages.map((thing) => [`menu/${thing.id}.json`, thing] as [string, unknown]),
    ...content.articles.map((thing) => [`articles/${thing.id}.json`, thing] as [string, unknown]),
    ...content.members.map((thing) => [`category/team/${thing.id}.json`, thing] as [string, unknown]),
    ...content.testimonials.map((thing) => [`testimonials/testimonial-${thing.n}.json`, thing] as [string, unknown]),
    ...content.properties.map((thing) => [`properties/${thing.ID}.json`, thing] as [string, unknown]),
    ...content.projects.map((thing) => [`projects/${thing.ID}.json`, thing] as [string, unknown]),
  ];
}

/** Calls `meet` for every nested value, with its path; `meet` decides whether to go deeper. */
export function walk(
  value: unknown,
  meet: (value: unknown, path: readonly (string | number)[]) => 'no deeper' | undefined,
  path: readonly (string | number)[] = [],
): void {
  if (meet(value, path) === 'no deeper' || value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value))
    walk(inner, meet, [...path, Array.isArray(value) ? Number(key) : key]);
}

/**
 * A field in the notation that editors read.
 * @example fieldOf(['Documents', 0, 'Kind']) // 'Documents[0].Kind'
 */
export function fieldOf(path: readonly (string | number)[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${part}` : part),
    '',
  );
}
