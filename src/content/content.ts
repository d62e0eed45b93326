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

type Named = [file: string, thing: unknown];

/** Every file of a content folder with its parsed content, except the labels. */
export function thingsOf(content: Content): Named[] {
  return [
    ...Object.entries(content.settings).map(([name, thing]): Named => [`settings/${name}.json`, thing]),
    ['routes.json', content.routes],
    ['property-types.json', content.propertyTypes],
    ['cities.json', content.cities],
    ...content.pages.map((thing): Named => [`menu/${thing.id}.json`, thing]),
    ...content.articles.map((thing): Named => [`articles/${thing.id}.json`, thing]),
    ...content.members.map((thing): Named => [`category/team/${thing.id}.json`, thing]),
    ...content.testimonials.map((thing): Named => [`testimonials/testimonial-${thing.n}.json`, thing]),
    ...content.properties.map((thing): Named => [`properties/${thing.ID}.json`, thing]),
    ...content.projects.map((thing): Named => [`projects/${thing.ID}.json`, thing]),
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
