import type { AdvertDuty } from '../property/advert-settings.ts';
import { type Property, propertySchema } from '../property/property.ts';
import { missingStatements } from '../property/statements.ts';
import type { ContentTools } from './content-tools.server.ts';
import { titleOfThing } from './thing-title.ts';

/** An advert that lacks statements which the law requires. */
export interface LackingAdvert {
  name: string;
  title: string;
  missing: { duty: AdvertDuty; field: string | null }[];
}

/** Which adverts break which duty, as the content is on disk: for the page of the duties. */
export function contentDuties({ files }: Pick<ContentTools, 'files'>) {
  const parsed = new WeakMap<object, Property | null>();
  const propertyOf = (data: unknown): Property | null => {
    if (data === null || typeof data !== 'object') return null;
    const known = parsed.get(data);
    if (known !== undefined) return known;
    const read = propertySchema.safeParse(data);
    const property = read.success ? (read.data as Property) : null;
    parsed.set(data, property);
    return property;
  };
  return {
    /** The adverts that lack something, with the fields that would say it; a broken file is left out. */
    lacking(language: string): LackingAdvert[] {
      const around = files.around();
      if (!around) return [];
      return files.names('properties').flatMap((name) => {
        const data = files.find('properties', name)?.data;
        const property = propertyOf(data);
        const missing = property ? missingStatements(property, around.propertyTypes, around.settings) : [];
        if (missing.length === 0) return [];
        return {
          ...{ name, title: titleOfThing('properties', data, name, language) },
          missing: missing.map(({ duty, statement }) => ({ duty, field: statement.fields[0] ?? null })),
        };
      });
    },
  };
}
