import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Content } from '../../content/content.ts';
import {
  CONTENT_KINDS,
  type ContentKind,
  type ContentKindName,
  fileOf,
  hasRows,
} from '../../content/fields/content-kind.ts';
import { readContent } from '../../content/files/read-content.server.ts';
import { readJson } from '../../content/files/read-json.server.ts';
import { openFileCache } from '../../platform/files/file-cache.server.ts';
import { brusselsDay } from '../../platform/time/brussels-day.ts';
import { NEW, newThing } from './new-thing.ts';

/** One thing that is edited: a file, or a row of a file. */
export interface Thing {
  kind: ContentKindName;
  name: string;
  file: string;
  row: number | null;
  /** What is stored; null for something new. */
  data: unknown;
  /** Line at which the file is no valid JSON; null when it can be read. */
  broken: number | null;
}

/** The content folder as the studio reads it: as it is now, whether it is published or not. */
export function openContentFiles(contentDir: string) {
  const cache = openFileCache();
  const read = (file: string): { data: unknown; broken: number | null } => {
    cache.lookAgain();
    if (!existsSync(join(contentDir, file))) return { data: null, broken: null };
    const { data, problem } = cache.of('studio', join(contentDir, file), (bytes) => readJson(file, bytes));
    return problem ? { data: null, broken: problem.line ?? 1 } : { data, broken: null };
  };
  const rowsOf = (kind: ContentKind): unknown[] => {
    const { data } = read(kind.where);
    return Array.isArray(data) ? data : [];
  };
  return {
    /** The names of all things of a kind, in the order of their file names or rows. */
    names(kind: ContentKindName): string[] {
      const { where } = CONTENT_KINDS[kind];
      if (hasRows(CONTENT_KINDS[kind])) return rowsOf(CONTENT_KINDS[kind]).map((_row, at) => String(at));
      const folder = join(contentDir, where);
      if (!existsSync(folder)) return [];
      const names = readdirSync(folder).flatMap((one) => (/^[^.].*\.json$/.test(one) ? [one.slice(0, -5)] : []));
      return names.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
    },
    /** One thing; null when there is none of this name. Something new has the name `_new`. */
    find(kind: ContentKindName, name: string, member: string | null = null): Thing | null {
      const isNew = name === NEW && CONTENT_KINDS[kind].isOpen;
      if (isNew) {
        const row = hasRows(CONTENT_KINDS[kind]) ? -1 : null;
        const { where } = CONTENT_KINDS[kind];
        const data = newThing(kind, { day: brusselsDay(Date.now()), member });
        return { kind, name, file: row === null ? `${where}${NEW}.json` : where, row, data, broken: null };
      }
      const place = fileOf(CONTENT_KINDS[kind], name);
      if (!place) return null;
      const { data: whole, broken } = read(place.file);
      const data = place.row === null ? whole : ((whole as unknown[] | null)?.[place.row] ?? null);
      return data === null && broken === null ? null : { kind, name, ...place, data, broken };
    },
    /** The data of a whole file; null when it does not exist or cannot be read. */
    whole: (file: string): unknown => read(file).data,
    /** Everything but the properties, as it is on disk; null when an essential file cannot be read. */
    around(): Content | null {
      cache.lookAgain();
      return readContent(contentDir, cache, { withProperties: false }).readable;
    },
  };
}
export type ContentFiles = ReturnType<typeof openContentFiles>;
