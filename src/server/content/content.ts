import type { Article, Member, Testimonial } from '../../domain/article.ts';
import type { Page } from '../../domain/page.ts';
import type { City, PropertyType } from '../../domain/place.ts';
import type { Project } from '../../domain/project.ts';
import type { Property } from '../../domain/property.ts';
import type { RouteRow } from '../../domain/route-map.ts';
import type { Settings } from '../../domain/settings.ts';
import type { Language } from '../../i18n/languages.ts';
import type { LabelFile } from '../../i18n/resources.ts';

/** All that editors wrote, read and checked against its schemas. */
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
