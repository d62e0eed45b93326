import type { ContentWriter } from '../../content/changes/change-file.server.ts';
import type { Content } from '../../content/content.ts';
import type { Finding } from '../../content/fields/finding.ts';
import type { FormNode } from '../../content/fields/form-node.ts';
import type { Site } from '../../content/site/site.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import type { ContentFiles, Thing } from './content-files.server.ts';

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
