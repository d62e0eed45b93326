import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SemVer, satisfies, validRange } from 'semver';
import * as z from 'zod';
import { errorMessage } from '../../src/platform/log/error-facts.ts';

/** A range of versions; an empty one, which would mean every version, is a mistake. */
export const versionRange = z
  .string()
  .min(1)
  .refine((range) => validRange(range) !== null, 'is not a range of versions');

/** A known weakness of a package. */
const advisory = z.strictObject({
  package: z.string().min(1),
  affected: versionRange,
  /** The first version without it; null when none is known. */
  fixed: z.string().nullable(),
  id: z.string().regex(/^(GHSA(-[0-9a-z]{4}){3}|CVE-\d{4}-\d{4,})$/),
  sentence: z.string().min(1),
});

const advisoryList = z.strictObject({
  /** The day of the last comparison. */
  asOf: z.iso.date(),
  /** The URL of the registry that it was compared with, or `by hand`. */
  source: z.string().min(1),
  advisories: z.array(advisory),
});

export type Advisory = z.output<typeof advisory>;
export type AdvisoryList = z.output<typeof advisoryList>;

/** The file of the list in a project. */
export const ADVISORIES_FILE = 'tests/supply/advisories.json';
const DAY_MS = 86_400_000;

/** Reads the list of a project; throws one plain sentence when there is none or it cannot be used. */
export function readAdvisories(projectDir: string): AdvisoryList {
  try {
    return advisoryList.parse(JSON.parse(readFileSync(join(projectDir, ADVISORIES_FILE), 'utf8')));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : errorMessage(error);
    throw new Error(`The list of advisories ${ADVISORIES_FILE} cannot be used: ${reason}`);
  }
}

/** The text of the file, sorted by package. */
export function advisoriesText({ asOf, source, advisories }: AdvisoryList): string {
  const keyOf = (one: Advisory) => [one.package, one.id, one.affected].join(' ');
  const sorted = advisories.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  return `${JSON.stringify({ asOf, source, advisories: sorted }, null, 2)}\n`;
}

/** The age of the list in days. */
export function ageInDays({ asOf }: Pick<AdvisoryList, 'asOf'>, nowMs = Date.now()): number {
  return Math.max(0, Math.floor((nowMs - Date.parse(asOf)) / DAY_MS));
}

/** How old the list is, in a sentence. */
export function ageSentence(list: AdvisoryList, nowMs = Date.now()): string {
  const { asOf, source, advisories } = list;
  const age = `${ageInDays(list, nowMs)} days`;
  return `The list of advisories is of ${asOf} (${source}): ${age}, ${advisories.length} entries.`;
}

/** Every version of every package in the lock file of a project. */
export function lockedVersions(projectDir: string): Map<string, string[]> {
  const { packages } = JSON.parse(readFileSync(join(projectDir, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { name?: string; version?: string }>;
  };
  const found = new Map<string, string[]>();
  for (const [path, { name = path.split('node_modules/').at(-1) ?? path, version }] of Object.entries(packages)) {
    if (path === '' || version === undefined) continue;
    const versions = found.get(name) ?? [];
    if (!versions.includes(version)) found.set(name, [...versions, version]);
  }
  return found;
}

/** The locked versions of its package that an advisory affects; a prerelease counts as a version like others. */
export function affectedVersions(
  { package: name, affected }: Pick<Advisory, 'package' | 'affected'>,
  locked: ReadonlyMap<string, readonly string[]>,
): string[] {
  // SemVer throws for what is no version, which would otherwise count as unaffected.
  return (locked.get(name) ?? []).filter((version) =>
    satisfies(new SemVer(version), affected, { includePrerelease: true }),
  );
}
