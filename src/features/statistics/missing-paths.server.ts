import { sql } from 'kysely';
import type { Site } from '../../content/site/site.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { errorCode } from '../../platform/log/error-facts.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { redirectFor } from '../seo/redirects.ts';
import { type WrittenTogether, writeTogether } from './views.server.ts';

/** How long a path without a page is kept after somebody asked for it. */
export const MISSING_DAYS = 90;
/** Rows that are kept; those that were asked for most often. */
const MOST_KEPT = 2000;
/** Different rows that wait for the database; further ones are not counted. */
const MOST_WAITING = 500;
const FLUSH_MS = 5000;
const LONGEST = 200;

/** A path without a page. */
export interface MissingPath {
  path: string;
  /** The pages that lead there, most hits first. */
  referrers: string[];
  hits: number;
  lastDay: string;
}

/** A part of a path that may name a person: an email address, or a key of many letters and figures without a word. */
const mayNameSomebody = (part: string) =>
  part.includes('@') || part.includes('%40') || (part.length >= 24 && /\d/.test(part) && !/[.-]/.test(part));
/** What programs ask of every site that look for a weakness. */
const PROBE = /\/(?:\.|wp-|xmlrpc|cgi-bin|phpmyadmin|vendor\/)|^\/(?:studio|api|_)/i;
/** Files of standards, which programs ask of every site; one to which a page links is meant. */
const STANDARD_FILE = /^\/[\w-]+\.(?:txt|json|xml|webmanifest|png|ico)$/i;

/** The path of a URL as it is counted: without its query; null for one that may be about a person or is a probe. */
export function countedPath(address: string): string | null {
  const [path = ''] = address.split(/[?#]/);
  const isCounted = path.startsWith('/') && path.length <= LONGEST && !PROBE.test(path);
  return isCounted && !path.split('/').some(mayNameSomebody) ? path : null;
}

/** The page that a link is on, without its query; empty for none, and only the site of one that may name a person. */
function countedReferrer(referrer: string): string {
  if (!URL.canParse(referrer)) return '';
  const { origin, pathname } = new URL(referrer);
  return /^https?:/.test(origin) ? origin + (countedPath(pathname) ?? '/') : '';
}

/** Counts paths without a page. */
export interface MissingPaths extends WrittenTogether {
  /** Records a path with its query, and the page that led there. */
  see(address: string, referrer: string): void;
}

interface Parts {
  database: Database;
  site: Pick<Site, 'settings'>;
  log: { error(facts: object, message: string): void };
  flushMs?: number;
}

/** Opens the counting of paths without a page: numbers wait in memory and are written together. */
export function openMissingPaths({ database, site, log, flushMs = FLUSH_MS }: Parts): MissingPaths {
  let waiting = new Map<string, { path: string; referrer: string; hits: number }>();
  const write = async () => {
    const rows = [...waiting.values()].sort((a, b) => (a.path + a.referrer < b.path + b.referrer ? -1 : 1));
    waiting = new Map();
    if (rows.length === 0) return;
    const day = brusselsDay(new Date());
    try {
      await database.db
        .insertInto('missing_paths')
        .values(rows.map((row) => ({ ...row, last_day: day })))
        .onConflict((conflict) =>
          conflict
            .columns(['path', 'referrer'])
            .doUpdateSet({ hits: sql<number>`missing_paths.hits + excluded.hits`, last_day: day }),
        )
        .execute();
    } catch (error) {
      log.error({ code: errorCode(error) || 'unknown' }, 'paths without a page could not be stored');
    }
  };
  return {
    see(address, from) {
      const path = countedPath(address);
      // The agency has said that this page is gone.
      if (path === null || redirectFor(site.settings.redirects.redirects, address)) return;
      const referrer = countedReferrer(from);
      if (referrer === '' && STANDARD_FILE.test(path)) return;
      const key = `${path} ${referrer}`;
      const known = waiting.get(key);
      if (known) known.hits += 1;
      else if (waiting.size < MOST_WAITING) waiting.set(key, { path, referrer, hits: 1 });
    },
    ...writeTogether(write, flushMs),
  };
}

/** The paths without a page that were asked for, most often first. */
export async function missingPaths({ db }: Pick<Database, 'db'>, most: number): Promise<MissingPath[]> {
  const rows = await db
    .selectFrom('missing_paths')
    .selectAll()
    .orderBy('hits', 'desc')
    .orderBy('path')
    .limit(MOST_KEPT)
    .execute();
  const byPath = [...Map.groupBy(rows, ({ path }) => path)].map(([path, ofPath]) => ({
    path,
    referrers: ofPath.map(({ referrer }) => referrer).filter(Boolean),
    hits: ofPath.reduce((sum, { hits }) => sum + Number(hits), 0),
    lastDay:
      ofPath
        .map(({ last_day }) => last_day)
        .sort()
        .at(-1) ?? '',
  }));
  return byPath.sort((a, b) => b.hits - a.hits).slice(0, most);
}

/** Deletes the paths that nobody has asked for in a while, and those asked for least where there are too many. */
export async function forgetMissingPaths({ db }: Pick<Database, 'db'>, nowMs = Date.now()): Promise<void> {
  const before = brusselsDay(nowMs - MISSING_DAYS * 86_400_000);
  await db.deleteFrom('missing_paths').where('last_day', '<', before).execute();
  const last = await db
    .selectFrom('missing_paths')
    .select('hits')
    .orderBy('hits', 'desc')
    .offset(MOST_KEPT)
    .limit(1)
    .executeTakeFirst();
  if (last) await db.deleteFrom('missing_paths').where('hits', '<=', Number(last.hits)).execute();
}
