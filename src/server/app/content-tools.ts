import type { Finding } from '../../domain/editing/finding.ts';
import type { FormNode } from '../../domain/editing/form-node.ts';
import type { ContentWriter } from '../catalogue/changes/change-file.ts';
import type { Content } from '../catalogue/content/content.ts';
import type { Site } from '../catalogue/site/site.ts';
import type { Database } from '../platform/database/database.ts';
import type { Environment } from '../platform/environment/environment.ts';
import type { ContentFiles, Thing } from './content-files.ts';

/** What the parts of the content rooms share. */
export interface ContentTools {
  settings: Pick<Environment, 'dataDir'>;
  database: Database;
  site: Site;
  files: ContentFiles;
  writer: ContentWriter;
  formFor(thing: Pick<Thing, 'file' | 'row'>): FormNode | null;
  findings(thing: Pick<Thing, 'file' | 'row'>, data: unknown, around: Content | null): Finding[];
  /** The fields that the CRM of a property decides, and those that were taken over; null without a CRM. */
  ownedBy(data: unknown): { source: string; owned: ReadonlySet<string>; taken: ReadonlySet<string> } | null;
}
