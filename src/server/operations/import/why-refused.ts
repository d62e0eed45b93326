import { type Given, textsOf } from './given-values.ts';
import type { NumberedProperty } from './import-ids.ts';
import type { ImportPlan, PlannedFiles } from './plan-import.ts';
import type { StoredProperty } from './property-file.ts';

/** A CRM without a list may remove so many one by one, whatever share of the properties they are. */
const FEW = 5;
const MOST_IDS = 10;

/** Why an export is implausible as a whole, so that it changes nothing; null when it is plausible. */
export function whyRefused({
  source,
  properties,
  plan: { removed },
  files,
  owned,
  lostFields,
  stored,
  given,
  isPartial,
  maxRemovedPercent,
}: {
  source: string;
  properties: readonly NumberedProperty[];
  plan: ImportPlan;
  files: PlannedFiles['files'];
  /** Fields that the export decides. */
  owned: readonly string[];
  /** Columns that the import before had and this one lacks. */
  lostFields: readonly string[];
  stored: ReadonlyMap<number, StoredProperty>;
  given: Given;
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
  if (isPartial) return null;
  if (lostFields.length > 0)
    return {
      problem: 'columns-missing',
      message:
        `the columns for ${lostFields.join(', ')} are missing, which the import before had; were they renamed? ` +
        'Name them as before, or use --force when it is meant',
    };
  const emptied = [...emptiedFields(new Map(own), files), ...lostPictures(new Map(own), properties, owned)];
  if (emptied.length > 0) {
    const each = emptied.map(({ field, had, of }) => `${field} (${had} of ${of} had it)`).join(', ');
    const message = `${each} would be empty in all properties; --dry-run shows everything, --force does it`;
    return { problem: 'fields-missing', message };
  }
  const moved = files.filter(({ id, merged }) => {
    const before = stored.get(id)?.data;
    return before && STATE.some((field) => before[field] !== merged(before)[field]);
  });
  if (own.length >= MANY && moved.length === own.length)
    return {
      problem: 'states-changed',
      message: `all ${own.length} properties would change their state; --dry-run shows everything, --force does it`,
    };
  const lost = lostLanguages(properties, new Map(own), given);
  return lost.length > 0
    ? {
        problem: 'languages-missing',
        message:
          `the export has no text in ${lost.join(', ')}, which the import before had; add the file of that language, ` +
          'or --force when it is meant',
      }
    : null;
}

const STATE = ['Goal', 'Status', 'Marquee'];
/** Of so many properties, not all change their state at once. */
const MANY = 5;

/** Fields whose absence says nothing about an export. */
const COME_AND_GO = new Set([
  'Marquee',
  'MarqueeName',
  'LastChangedDate',
  'PreviousPrice',
  'StateDate',
  'DateFree',
  'XLargePictureItems',
]);
/** Fewer properties say nothing about a whole export. */
const FEWEST = 3;

const isFilled = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : value !== null && typeof value === 'object'
      ? Object.keys(value).length > 0
      : !(value === undefined || value === null || value === '' || value === 0 || value === false);

/** Fields that most properties of the source had and that none has after this import. */
function emptiedFields(
  own: ReadonlyMap<number, StoredProperty>,
  files: PlannedFiles['files'],
): { field: string; had: number; of: number }[] {
  if (own.size < FEWEST) return [];
  const changed = new Map(files.map(({ id, merged }) => [id, merged]));
  const count = (all: Iterable<Readonly<Record<string, unknown>>>) => {
    const counts = new Map<string, number>();
    for (const data of all)
      for (const [field, value] of Object.entries(data))
        if (isFilled(value)) counts.set(field, (counts.get(field) ?? 0) + 1);
    return counts;
  };
  const before = count([...own.values()].map(({ data }) => data));
  const after = count([...own].map(([id, { data }]) => changed.get(id)?.(data) ?? data));
  return [...before].flatMap(([field, had]) =>
    had * 2 >= own.size && !after.has(field) && !COME_AND_GO.has(field) ? [{ field, had, of: own.size }] : [],
  );
}

/** The photographs, when most properties had some and the export has none at all; they are not fetched yet. */
function lostPictures(
  own: ReadonlyMap<number, StoredProperty>,
  properties: readonly NumberedProperty[],
  owned: readonly string[],
): { field: string; had: number; of: number }[] {
  const had = [...own.values()].filter(({ data }) => isFilled(data.XLargePictureItems)).length;
  const isLost =
    own.size >= FEWEST &&
    had * 2 >= own.size &&
    owned.includes('XLargePictureItems') &&
    properties.every(({ pictures }) => pictures.length === 0);
  return isLost ? [{ field: 'photographs', had, of: own.size }] : [];
}

/** Languages that an export gave to at least a third of its properties, and that the new one lacks completely. */
function lostLanguages(
  properties: readonly NumberedProperty[],
  own: ReadonlyMap<number, StoredProperty>,
  given: Given,
): string[] {
  const languagesOf = (texts: Iterable<string>) => new Set([...texts].map((text) => text.split('.')[1]!));
  const now = languagesOf(properties.flatMap(({ facts }) => textsOf(facts)));
  const counts = new Map<string, number>();
  // Editors may have added languages.
  for (const [id, { data }] of own)
    for (const language of languagesOf(textsOf(data).filter((text) => given.get(id)?.marks.has(text) ?? true)))
      counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts].filter(([language, count]) => count * 3 >= own.size && !now.has(language)).map(([one]) => one);
}
