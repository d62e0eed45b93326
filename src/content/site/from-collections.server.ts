import { type CollectionKey, getCollection } from 'astro:content';
import type { Property } from '../../features/property/property.ts';
import type { Content } from '../content.ts';
import type { Settings } from '../settings/settings.ts';
import { catalogueOf } from './catalogue.server.ts';
import { createSite, type Site } from './site.ts';

interface WholeSite {
  site: Site;
  properties: Property[];
}

let provided: WholeSite | undefined;
let memory: Promise<WholeSite> | undefined;

/** Uses this content instead of the collections; with a content that changes this is called again. */
export function provideContent(content: Content, site = createSite(catalogueOf(content))): WholeSite {
  provided = { site, properties: content.properties };
  return provided;
}

/**
 * The site and all its properties: those that were provided, else from the content collections, which are read once per
 * build and on each request in development.
 */
export async function siteFromCollections(): Promise<WholeSite> {
  if (provided) return provided;
  if (import.meta.env.DEV) return read();
  memory ??= read();
  return memory;
}

async function read(): Promise<WholeSite> {
  const all = async <T>(name: CollectionKey) => (await getCollection(name)).map(({ data }) => data as T);
  const settings = Object.fromEntries(
    (await getCollection('settings')).map(({ id, data }) => [id, data]),
  ) as unknown as Settings;
  const content: Content = {
    settings,
    labels: {},
    routes: await all('routes'),
    pages: await all('menu'),
    articles: await all('articles'),
    members: await all('team'),
    testimonials: await all('testimonials'),
    properties: await all('properties'),
    projects: await all('projects'),
    propertyTypes: await all('propertyTypes'),
    cities: await all('cities'),
  };
  return { site: createSite(catalogueOf(content)), properties: content.properties };
}
