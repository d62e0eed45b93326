import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.server.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import type { Media } from '../../platform/media/media.server.ts';
import type { RecordEvent } from '../../platform/outbox/record-event.ts';
import type { Site } from './site.ts';

/**
 * What a running site has: opened once per process (`app/services.ts`), and handed to the functions of the services.
 * A function takes the part of it that it needs, as `Pick<Ctx, 'database' | 'site'>`.
 */
export interface Ctx {
  database: Database;
  /** The content of the version that is shown. */
  site: Site;
  settings: Environment;
  media: Media;
  /** Signs links, tokens and sessions. */
  secret: string;
  /** The public URL, without a path. */
  siteUrl: string;
  contentDir: string;
  dataDir: string;
  log: Logger;
  /** Records for other systems that something happened. */
  recordEvent: RecordEvent;
  /** Sends what waits in the outbox; to be called after the commit. */
  wakeOutbox(): void;
}
