import { sql } from 'kysely';
import type { Localized } from '../../../../i18n/localized.ts';
import { homeContent } from '../../../catalogue/site/property-file.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { OwnedHome } from './owned-property.ts';

/** A paper of a home with how often visitors opened it. */
export interface HomePaper {
  title: Localized;
  file: string;
  openings: number;
  last: string | null;
}

/** The papers of a home that visitors can ask for. */
export async function homePapers({ db }: Pick<Database, 'db'>, home: OwnedHome, contentDir: string): Promise<HomePaper[]> {
  const rows = await db
    .selectFrom('document_openings')
    .select(['document', sql<number>`count(*)`.as('openings'), sql<string>`max(at)`.as('last')])
    .where('home_id', '=', home.id)
    .groupBy('document')
    .execute();
  return (homeContent(contentDir, home.id)?.Documents ?? []).map(({ Title, File }) => {
    const opened = rows.find(({ document }) => document === File);
    return { title: Title, file: File, openings: Number(opened?.openings ?? 0), last: opened?.last ?? null };
  });
}
