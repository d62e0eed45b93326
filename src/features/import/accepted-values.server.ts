import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../../platform/files/write-atomically.server.ts';

/** Values that are not plausible and that somebody confirmed, each as `70001 Price 12`. */
export type Accepted = ReadonlySet<string>;

const fileOf = (dataDir: string, source: string) => join(dataDir, 'import', `${source}.accepted`);

/** One value of a property as it is remembered. */
export const acceptedKey = (id: number, field: string, value: number): string => `${id} ${field} ${value}`;

/** The values that were confirmed for a source. */
export function readAccepted(dataDir: string, source: string): Accepted {
  try {
    return new Set(JSON.parse(readFileSync(fileOf(dataDir, source), 'utf8')) as string[]);
  } catch {
    return new Set();
  }
}

/** Remembers further values that were confirmed for a source. */
export async function addAccepted(dataDir: string, source: string, values: readonly string[]): Promise<void> {
  if (values.length === 0) return;
  const all = new Set([...readAccepted(dataDir, source), ...values]);
  await writeAtomically(fileOf(dataDir, source), JSON.stringify([...all]));
}
