import type { Database } from '../../platform/database/database.server.ts';
import { stepsBetween } from '../changes/edit-text.server.ts';
import { readJson } from '../files/read-json.server.ts';
import { type ContentVersion, textOfVersion } from './content-history.server.ts';

const MOST_CHARACTERS = 50;

/**
 * What a version changed, one line per field, at most `most` lines and one that counts the others.
 * @example ['Price: 410000 -> 399000']
 */
export async function changesInWords(
  database: Pick<Database, 'db'>,
  { file, number }: Pick<ContentVersion, 'file' | 'number'>,
  most: number,
): Promise<string[]> {
  const before = await database.db
    .selectFrom('content_versions')
    .select(({ fn }) => fn.max('number').as('number'))
    .where('file', '=', file)
    .where('number', '<', number)
    .executeTakeFirst();
  if (!before?.number) return [];
  const texts = await Promise.all([before.number, number].map((one) => textOfVersion(database, file, Number(one))));
  const [old, now] = texts.map((text) => (text ? readJson(file, Buffer.from(text)) : null));
  if (!old || !now) return [];
  if (old.problem || now.problem) return [now.problem ? 'no valid JSON' : 'valid JSON again'];
  const steps = stepsBetween(old.data, now.data);
  if (steps.length === 0) return ['only blanks or the order of fields'];
  const lines = steps
    .slice(0, most)
    .map(({ path, value }) => `${path.join('.')}: ${at(old.data, path)} -> ${valueInWords(value)}`);
  return steps.length > most ? [...lines, `and ${steps.length - most} more`] : lines;
}

const at = (data: unknown, path: readonly (string | number)[]): string =>
  valueInWords(
    path.reduce<unknown>((value, name) => (value as Record<string | number, unknown> | undefined)?.[name], data),
  );

/** A value as JSON, cut. */
export function valueInWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;
}
