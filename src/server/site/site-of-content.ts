import type { Content } from '../content/content.ts';
import { catalogueOf } from './catalogue-of.ts';
import { createSite, type Site } from './site.ts';

/** The site of a content folder that was read just now. */
export const siteOfContent = (content: Content): Site => createSite(catalogueOf(content));
