import { Range } from 'semver';
import * as z from 'zod';
import { type Advisory, versionRange } from './advisory-list.ts';

/** The address of the bulk endpoint below that of a registry, which `npm audit` asks too. */
const BULK = '-/npm/v1/security/advisories/bulk';
const PATIENCE_MS = 60_000;

/** What the registry says about each package; more fields than these are ignored. */
const bulkResponse = z.record(
  z.string(),
  z.array(
    z.object({
      url: z.string().regex(/GHSA(-[0-9a-z]{4}){3}$/),
      title: z.string().min(1),
      vulnerable_versions: versionRange,
    }),
  ),
);

/** The advisories of a registry that affect locked versions; throws one plain sentence when it gives none. */
export async function fetchAdvisories(
  locked: ReadonlyMap<string, readonly string[]>,
  registry: string,
): Promise<Advisory[]> {
  const response = await fetch(new URL(BULK, registry.endsWith('/') ? registry : `${registry}/`), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(Object.fromEntries(locked)),
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch((error: Error) => {
    const { cause } = error as { cause?: { code?: string } };
    throw new Error(`The registry ${registry} cannot be reached: ${cause?.code ?? error.message}.`);
  });
  if (!response.ok)
    throw new Error(`The registry ${registry} refuses to give advisories: it responded with ${response.status}.`);
  const parsed = bulkResponse.safeParse(await response.json().catch(() => null));
  if (!parsed.success)
    throw new Error(`The registry ${registry} responded with something that is no list of advisories.`);
  return Object.entries(parsed.data)
    .filter(([name]) => locked.has(name))
    .flatMap(([name, list]) =>
      list.map(({ url, title, vulnerable_versions: affected }) => ({
        package: name,
        affected,
        fixed: fixedIn(affected),
        id: /GHSA(-[0-9a-z]{4}){3}$/.exec(url)?.[0] ?? '',
        sentence: `${title.replace(/\s+/g, ' ').trim().replace(/\.$/, '')}.`,
      })),
    );
}

/** The version in which the last part of a range ends; null when it has no end, or includes it. */
function fixedIn(affected: string): string | null {
  const last = new Range(affected).set.at(-1) ?? [];
  return last.find(({ operator }) => operator === '<')?.semver.version ?? null;
}
