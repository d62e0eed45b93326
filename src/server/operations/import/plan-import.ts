import type { ImportedProperty } from '../../../domain/property/property.ts';
import { completedFacts, type Surroundings, whyNot } from './complete-property.ts';
import type { PictureStore } from './picture-store.ts';
import { changedFields, fileText, mergedProperty, type StoredProperty } from './property-file.ts';

/** The changes that an import would make, or made. */
export interface ImportPlan {
  added: number[];
  changed: { id: number; fields: string[] }[];
  /** No longer in the export: they move to content/gone/. */
  removed: number[];
  same: number;
  /** Left as they are, because they cannot be shown as the export has them. */
  skipped: { id: number; why: string }[];
  notes: { id: number; note: string }[];
}

/** A plan with the property files that it writes: ID and text. */
export interface PlannedFiles {
  plan: ImportPlan;
  files: { id: number; text: string }[];
}

/** Compares the properties of an export with the existing ones; `pathOf` returns the stored path of a picture. */
export function planImport({
  source,
  properties,
  owned,
  stored,
  around,
  today,
  pathOf,
}: {
  source: string;
  properties: readonly ImportedProperty[];
  owned: readonly string[];
  stored: ReadonlyMap<number, StoredProperty>;
  around: Surroundings;
  /** First day online of a property for which the export gives none. */
  today: string;
  pathOf: PictureStore['known'];
}): PlannedFiles {
  const plan: ImportPlan = { added: [], changed: [], removed: [], same: 0, skipped: [], notes: [] };
  const files: PlannedFiles['files'] = [];
  const ownedFields = new Set(owned);
  for (const { id, facts: raw, pictures, notes } of properties) {
    const existing = stored.get(id);
    const { facts, notes: more } = completedFacts(raw, around);
    for (const note of [...notes, ...more]) plan.notes.push({ id, note });
    facts.CreatedDate ??= existing?.data.CreatedDate ?? raw.LastChangedDate ?? today;
    facts.XLargePictureItems = pictures.flatMap(({ source, id: number, alt }) => {
      const path = pathOf(source);
      const words = alt ?? wordsOf(existing, path);
      return path ? [{ ...(number && { ID: number }), Url: path, ...(words ? { Name: words } : {}) }] : [];
    });
    const property = mergedProperty(existing?.data ?? null, facts, { source, owned: ownedFields });
    const why = whyNot(property, around);
    if (why) {
      plan.skipped.push({ id, why });
      continue;
    }
    const text = fileText(property);
    if (existing && !existing.isGone && existing.text === text) {
      plan.same += 1;
      continue;
    }
    if (!existing || existing.isGone) plan.added.push(id);
    else plan.changed.push({ id, fields: changedFields(existing.data, property) });
    files.push({ id, text });
  }
  const inFeed = new Set(properties.map(({ id }) => id));
  for (const [id, { data, isGone }] of stored)
    if (!isGone && data.Source === source && !inFeed.has(id)) plan.removed.push(id);
  return { plan, files };
}

/** Alternative text that an editor wrote for a picture is kept when the export has none. */
function wordsOf(existing: StoredProperty | undefined, path: string | null): unknown {
  const items = existing?.data.XLargePictureItems;
  if (!Array.isArray(items)) return undefined;
  return (items as { Url?: string; Name?: unknown }[]).find(({ Url }) => Url === path)?.Name;
}
