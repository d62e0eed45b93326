import { join } from 'node:path';
import { writeAtomically } from '../../src/platform/files/write.server.ts';
import {
  ADVISORIES_FILE,
  type Advisory,
  advisoriesText,
  affectedVersions,
  lockedVersions,
  readAdvisories,
} from './advisory-list.ts';
import { fetchAdvisories } from './fetch-advisories.ts';

/** The result of a refresh. */
export interface Refreshed {
  /** How many packages were compared. */
  compared: number;
  added: Advisory[];
  affected: (Advisory & { version: string })[];
}

/**
 * Adds to the list of a project what a registry knows about its locked versions. An entry is never changed or removed,
 * because an earlier version may be locked again. When the registry gives no advisories, it throws one plain sentence
 * and leaves the list as it was.
 */
export async function refreshAdvisories(folder: string, registry: string): Promise<Refreshed> {
  const { advisories: known } = readAdvisories(folder);
  const locked = lockedVersions(folder);
  const found = await fetchAdvisories(locked, registry);
  const isSame = (a: Advisory, b: Advisory) => a.package === b.package && a.id === b.id && a.affected === b.affected;
  const added = found.filter((one) => !known.some((other) => isSame(other, one)));
  const advisories = [...known, ...added];
  const asOf = new Date().toISOString().slice(0, 10);
  await writeAtomically(join(folder, ADVISORIES_FILE), advisoriesText({ asOf, source: registry, advisories }));
  const affected = advisories.flatMap((one) => affectedVersions(one, locked).map((version) => ({ ...one, version })));
  return { compared: locked.size, added, affected };
}
