import type { Article, Member, Testimonial } from '../../../domain/content/article.ts';
import type { Page, RouteRow } from '../../../domain/content/page.ts';
import type { City, PropertyType } from '../../../domain/places/place.ts';
import type { Project } from '../../../domain/property/project.ts';
import type { Property } from '../../../domain/property/property.ts';
import type { Settings } from '../../../domain/settings/settings.ts';
import type { Language } from '../../../i18n/languages.ts';
import type { LabelFile } from '../../../i18n/resources.ts';

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
