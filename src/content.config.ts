import { defineCollection } from 'astro:content';
import * as z from 'zod';
import type { Content } from './content/content.ts';
import { loadContent } from './content/files/load-content.server.ts';
import { article, member, testimonial } from './features/page/article.ts';
import { page, routeRow } from './features/page/page.ts';
import { city, propertyType } from './features/place/region.ts';
import { project } from './features/property/project.ts';
import { propertySchema } from './features/property/property.ts';
import { recordOf } from './platform/values/values.ts';

/** A collection whose entries come from the single read of the content folder, which reports all mistakes at once. */
function collection<S extends z.core.$ZodType>(
  name: string,
  schema: S,
  entriesOf: (content: Content) => Iterable<[id: string | number, data: unknown]>,
) {
  return defineCollection({
    // That read has validated every entry already; the schema is here for the types.
    schema: schema as never,
    loader: {
      name,
      async load({ store, watcher, generateDigest }) {
        const fill = async () => {
          const content = await loadContent();
          store.clear();
          let order = 0;
          for (const [id, data] of entriesOf(content)) {
            store.set({
              id: String(id),
              data: recordOf(data),
              digest: generateDigest({ order, data: recordOf(data) }),
            });
            order += 1;
          }
        };
        await fill();
        watcher?.on('change', (path) => path.endsWith('.json') && fill());
      },
    },
  });
}

const by =
  <T>(list: (content: Content) => T[], key: (thing: T) => string | number) =>
  (content: Content) =>
    list(content).map((thing) => [key(thing), thing] as [string | number, T]);

export const collections = {
  settings: collection('settings', z.looseObject({}), ({ settings }) => Object.entries(settings)),
  routes: collection(
    'routes',
    routeRow,
    by(
      ({ routes }) => routes,
      ({ name }) => name,
    ),
  ),
  menu: collection(
    'menu',
    page,
    by(
      ({ pages }) => pages,
      ({ id }) => id,
    ),
  ),
  articles: collection(
    'articles',
    article,
    by(
      ({ articles }) => articles,
      ({ id }) => id,
    ),
  ),
  team: collection(
    'team',
    member,
    by(
      ({ members }) => members,
      ({ id }) => id,
    ),
  ),
  testimonials: collection(
    'testimonials',
    testimonial,
    by(
      ({ testimonials }) => testimonials,
      ({ n }) => n,
    ),
  ),
  properties: collection(
    'properties',
    propertySchema,
    by(
      ({ properties }) => properties,
      ({ ID }) => ID,
    ),
  ),
  projects: collection(
    'projects',
    project,
    by(
      ({ projects }) => projects,
      ({ ID }) => ID,
    ),
  ),
  propertyTypes: collection(
    'propertyTypes',
    propertyType,
    by(
      ({ propertyTypes }) => propertyTypes,
      ({ key }) => key,
    ),
  ),
  cities: collection(
    'cities',
    city,
    by(
      ({ cities }) => cities,
      ({ Zip, Name }) => `${Zip}-${Object.values(Name)[0]}`,
    ),
  ),
};
