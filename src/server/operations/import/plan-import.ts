import type { Localized } from '../../../i18n/localized.ts';
import { completedFacts, type Surroundings, whyNot } from './complete-property.ts';
import { type GivenTexts, withEditorTexts } from './given-texts.ts';
import type { NumberedProperty } from './import-ids.ts';
import type { PictureStore } from './picture-store.ts';
import { changedFields, mergedProperty, type StoredProperty } from './property-file.ts';

/** The changes that an import would make, or made. */
export interface ImportPlan {
  added: number[];
  /** They were in content/gone/. */
  returned: number[];
  changed: { id: number; fields: string[] }[];
  /** No longer in the export: they move to content/gone/. */
  removed: number[];
  same: number;
  /** Left as they are, or not added (`isNew`), because they cannot be shown as the export has them. */
  skipped: { id: number; why: string; isNew: boolean }[];
  notes: { id: number; note: string }[];
}

/** A plan with the property files that it writes. */
export interface PlannedFiles {
  plan: ImportPlan;
  files: {
    id: number;
    /** The new data of the file from what it has at the moment of writing: editors decide their own fields. */
    merged: (present: Readonly<Record<string, unknown>> | null) => Record<string, unknown>;
  }[];
}

/** Compares the properties of an export with the existing ones; `pathOf` returns the stored path of a picture. */
export function planImport({
  source,
  properties,
  owned,
  isPartial,
  goneIds,
  stored,
  around,
  given,
  today,
  pathOf,
}: {
  source: string;
  properties: readonly NumberedProperty[];
  owned: readonly string[];
  /** Whether properties that are not among these stay. */
  isPartial: boolean;
  /** Properties that the CRM says are gone, although the export is only a part. */
  goneIds: ReadonlySet<number>;
  stored: ReadonlyMap<number, StoredProperty>;
  around: Surroundings;
  /** Texts that the import before gave: those that only an editor gave stay. */
  given: GivenTexts;
  /** First day online of a property for which the export gives none. */
  today: string;
  pathOf: PictureStore['known'];
}): PlannedFiles {
  const plan: ImportPlan = { added: [], returned: [], changed: [], removed: [], same: 0, skipped: [], notes: [] };
  const files: PlannedFiles['files'] = [];
  const ownedFields = new Set(owned);
  for (const { id, facts: raw, pictures, notes, unusable } of properties) {
    const existing = stored.get(id);
    const { facts, notes: more } = completedFacts(raw, around);
    for (const note of [...notes, ...more]) plan.notes.push({ id, note });
    const merged = (present: Readonly<Record<string, unknown>> | null) => {
      const items = pictures.flatMap(({ id: number, alt, ...picture }) => {
        // One that could not be fetched again stays as it was.
        const path = pathOf(picture) ?? pathBefore(present, number);
        const words = withEditorWords(alt, wordsOf(present, path));
        return path ? [{ ...(number && { ID: number }), Url: path, ...(words ? { Name: words } : {}) }] : [];
      });
      const CreatedDate = facts.CreatedDate ?? present?.CreatedDate ?? raw.LastChangedDate ?? today;
      const all = { ...withEditorTexts(facts, present, given.get(id)), CreatedDate, XLargePictureItems: items };
      return mergedProperty(present, all, { source, owned: ownedFields });
    };
    const property = merged(existing?.data ?? null);
    const why = unusable ?? whyNot(property, around);
    if (why) {
      plan.skipped.push({ id, why, isNew: !existing || existing.isGone });
      continue;
    }
    const fields = changedFields(existing?.data ?? {}, property);
    if (existing && !existing.isGone && fields.length === 0) {
      plan.same += 1;
      continue;
    }
    if (!existing) plan.added.push(id);
    else if (existing.isGone) plan.returned.push(id);
    else plan.changed.push({ id, fields });
    files.push({ id, merged });
  }
  const inExport = new Set(properties.map(({ id }) => id));
  const isToGo = (id: number) => (isPartial ? goneIds.has(id) : !inExport.has(id));
  for (const [id, { data, isGone }] of stored)
    if (!isGone && data.Source === source && isToGo(id)) plan.removed.push(id);
  return { plan, files };
}

/** The stored path of the picture with this number in the file of a property. */
function pathBefore(existing: Readonly<Record<string, unknown>> | null, number: number | undefined): string | null {
  const items = existing?.XLargePictureItems;
  if (!number || !Array.isArray(items)) return null;
  return (items as { ID?: number; Url?: string }[]).find(({ ID }) => ID === number)?.Url ?? null;
}

/** Alternative text in the languages that the export has, beside those of an editor. */
const withEditorWords = (alt: Localized | undefined, present: unknown) =>
  alt && present !== null && typeof present === 'object' ? { ...present, ...alt } : (alt ?? present);

/** The alternative text of a picture as the file has it. */
function wordsOf(existing: Readonly<Record<string, unknown>> | null, path: string | null): unknown {
  const items = existing?.XLargePictureItems;
  if (!Array.isArray(items)) return undefined;
  return (items as { Url?: string; Name?: unknown }[]).find(({ Url }) => Url === path)?.Name;
}
