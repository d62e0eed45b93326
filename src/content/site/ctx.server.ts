import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.server.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import type { SecurityLog } from '../../platform/log/log.server.ts';
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
  /** The origin of the studio: that of the site, or one of its own. */
  studioOrigin: string;
  contentDir: string;
  dataDir: string;
  log: Logger;
  /** Logs what concerns security, without personal data. */
  events: SecurityLog;
  /** Records for other systems that something happened. */
  recordEvent: RecordEvent;
  /** Sends what waits in the outbox; to be called after the commit. */
  wakeOutbox(): void;
}

/** The functions of a module whose first parameter is the context, without that parameter. */
export type Bound<Context, Module> = {
  [Name in keyof Module as Module[Name] extends (ctx: infer Needed, ...rest: never[]) => unknown
    ? Context extends Needed
      ? Name
      : never
    : never]: Module[Name] extends (ctx: never, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

type Joined<Modules> = Modules extends readonly [infer First, ...infer Rest] ? First & Joined<Rest> : unknown;

/**
 * The functions `f(ctx, …)` of modules as pages and endpoints call them: with the context of the running site. Pages
 * are a bundle of their own, so they receive these functions and do not import them. Throws when two modules have a
 * function of the same name.
 */
export function bound<Context extends object, Modules extends readonly object[]>(ctx: Context, ...modules: Modules) {
  const functions = new Map<string, (...rest: unknown[]) => unknown>();
  for (const [name, member] of modules.flatMap(Object.entries)) {
    if (typeof member !== 'function') continue;
    if (functions.has(name)) throw new Error(`Two modules have a function "${name}".`);
    functions.set(name, member.bind(undefined, ctx));
  }
  return Object.fromEntries(functions) as Bound<Context, Joined<Modules>>;
}
