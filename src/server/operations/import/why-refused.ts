import { type GivenTexts, textsOf } from './given-texts.ts';
import type { NumberedProperty } from './import-ids.ts';
import type { ImportPlan } from './plan-import.ts';
import type { StoredProperty } from './property-file.ts';

/** A CRM without a list may remove so many one by one, whatever share of the properties they are. */
const FEW = 5;
const MOST_IDS = 10;

/** Why an export is implausible as a whole, so that it changes nothing; null when it is plausible. */
export function whyRefused({
  source,
  properties,
  plan: { removed },
  stored,
  given,
  isPartial,
  maxRemovedPercent,
}: {
  source: string;
  properties: readonly NumberedProperty[];
  plan: ImportPlan;
  stored: ReadonlyMap<number, StoredProperty>;
  given: GivenTexts;
  isPartial: boolean;
  maxRemovedPercent: number;
}): { problem: string; message: string } | null {
  const own = [...stored].filter(([, { data, isGone }]) => !isGone && data.Source === source);
  const isMany = !isPartial || removed.length > FEW;
  if (isMany && own.length > 0 && (removed.length / own.length) * 100 > maxRemovedPercent) {
    const ids = `${removed.slice(0, MOST_IDS).join(', ')}${removed.length > MOST_IDS ? ' …' : ''}`;
    return {
      problem: 'too-many-removed',
      message:
        `it would remove ${removed.length} of ${own.length} properties, more than ${maxRemovedPercent} % ` +
        `(settings/import.json): ${ids}; --dry-run shows everything, --force does it`,
    };
  }
  const lost = isPartial ? [] : lostLanguages(properties, new Map(own), given);
  return lost.length > 0
    ? {
        problem: 'languages-missing',
        message:
          `the export has no text in ${lost.join(', ')}, which the import before had; add the file of that language, ` +
          'or --force when it is meant',
      }
    : null;
}

/** Languages that an export gave to at least a third of its properties, and that the new one lacks completely. */
function lostLanguages(
  properties: readonly NumberedProperty[],
  own: ReadonlyMap<number, StoredProperty>,
  given: GivenTexts,
): string[] {
  const languagesOf = (texts: Iterable<string>) => new Set([...texts].map((text) => text.split('.')[1]!));
  const now = languagesOf(properties.flatMap(({ facts }) => textsOf(facts)));
  const counts = new Map<string, number>();
  // Editors may have added languages.
  for (const [id, { data }] of own)
    for (const language of languagesOf(textsOf(data).filter((text) => given.get(id)?.has(text) ?? true)))
      counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts].filter(([language, count]) => count * 3 >= own.size && !now.has(language)).map(([one]) => one);
}
