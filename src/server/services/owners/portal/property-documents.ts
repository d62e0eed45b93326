import { sql } from 'kysely';
import type { Localized } from '../../../../i18n/localized.ts';
import { readPropertyFile } from '../../../catalogue/content/read-content.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { OwnedProperty } from './owned-property.ts';

/** A document of a property with the number of times visitors opened it. */
export interface PropertyDocument {
  title: Localized;
  file: string;
  openings: number;
  last: string | null;
}

/** The documents of a property that visitors can request. */
export async function propertyDocuments(
  { db }: Pick<Database, 'db'>,
  property: OwnedProperty,
  contentDir: string,
): Promise<PropertyDocument[]> {
  const rows = await db
    .selectFrom('document_openings')
    .select(['document', sql<number>`count(*)`.as('openings'), sql<string>`max(at)`.as('last')])
    .where('property_id', '=', property.id)
    .groupBy('document')
    .execute();
  return (readPropertyFile(contentDir, property.id)?.Documents ?? []).map(({ Title, File }) => {
    const opened = rows.find(({ document }) => document === File);
    return { title: Title, file: File, openings: Number(opened?.openings ?? 0), last: opened?.last ?? null };
  });
}
