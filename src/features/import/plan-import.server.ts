import { isDeepStrictEqual } from 'node:util';
import type { Localized } from '../../i18n/languages.ts';
import { type Remark, remark } from '../../i18n/remark.server.ts';
import { recordOf } from '../../platform/values/values.ts';
import { isForArchive } from '../property/archive.ts';
import { withHiddenAddress } from '../property/hidden-address.ts';
import { type Implausible, implausibleIn, isJump } from '../property/plausible.ts';
import { currencyOf } from '../property/price.ts';
import type { Property } from '../property/property.ts';
import {
  type Accepted,
  acceptedKey,
  arrangedPictures,
  editedFields,
  type Given,
  type GivenValues,
  givenBy,
  longTextsOf,
  markOf,
  type PictureItem,
  withEditorTexts,
} from './given-values.server.ts';
import type { NumberedProperty } from './import-ids.server.ts';
import type { PictureStore } from './pictures.server.ts';
import {
  changedFields,
  completedFacts,
  mergedProperty,
  type StoredProperty,
  type Surroundings,
  takenFields,
  whyNot,
} from './property-file.server.ts';

type Data = Readonly<Record<string, unknown>>;

/** The photographs of a property; null when it has no list of them. */
const itemsOf = (data: Data | null): PictureItem[] | null =>
  Array.isArray(data?.XLargePictureItems) ? (data.XLargePictureItems as PictureItem[]) : null;

/**
 * What is said of values, texts and photographs of an editor that stay although the export has others (`facts`,
 * `pictures`). Of fields that an editor took over nothing is said.
 */
function keptNotes({
  facts,
  pictures,
  property,
  present,
  edited,
  taken,
}: {
  facts: Data;
  pictures: readonly PictureItem[];
  /** The property as it will be. */
  property: Data;
  /** The property as its file has it. */
  present: Data | null;
  /** Fields that an editor changed since the last import. */
  edited: ReadonlySet<string>;
  taken: ReadonlySet<string>;
}): Remark[] {
  const values = [...edited]
    .filter((name) => facts[name] !== undefined && !isDeepStrictEqual(present?.[name], facts[name]))
    .map((name) => remark('REMARK_EDITOR_VALUE', { field: name, value: JSON.stringify(facts[name]).slice(0, 40) }));
  const texts = longTextsOf(facts).flatMap((text) => {
    const [name = '', language = ''] = text.split('.');
    const [theirs, ours] = [facts, property].map((all) => recordOf(all[name])[language]);
    return taken.has(name) || theirs === ours ? [] : [remark('REMARK_EDITOR_TEXT', { field: text })];
  });
  const urls = (items: readonly PictureItem[]) => items.map(({ Url }) => Url);
  const ours = itemsOf(property) ?? [];
  const isArranged = !taken.has('XLargePictureItems') && !isDeepStrictEqual(urls(pictures), urls(ours));
  const photographs = isArranged && ours.length > 0 ? [remark('REMARK_EDITOR_PHOTOS')] : [];
  return [...values, ...texts, ...photographs];
}

/** What is said of texts that name a hidden address. */
const addressNotes = (property: Data): Remark[] =>
  withHiddenAddress(property as Property).named.map(({ path, isLeftOut }) =>
    remark(isLeftOut ? 'REMARK_ADDRESS_LEFT_OUT' : 'REMARK_ADDRESS_RENAME', { field: path.join('.') }),
  );

/** A value that is left until somebody confirms it. */
export interface OddValue {
  field: string;
  value: number;
}

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
  skipped: { id: number; why: Remark; isNew: boolean; odd?: OddValue[] }[];
  notes: { id: number; note: Remark }[];
  /** What the agency calls a property, where that is not its number. */
  references?: Record<number, string>;
}

/** A plan with the property files that it writes. */
export interface PlannedFiles {
  plan: ImportPlan;
  /** Implausible values that were confirmed by this import. */
  accepted: string[];
  /** What the export gives to each property that is not left as it was. */
  given: Map<number, GivenValues>;
  files: {
    id: number;
    /** The new data of the file from what it has at the moment of writing: editors decide their own fields. */
    merged: (present: Readonly<Record<string, unknown>> | null) => Record<string, unknown>;
  }[];
}

/** An export beside what the site has. */
export interface PlanInput {
  source: string;
  properties: readonly NumberedProperty[];
  owned: readonly string[];
  /** Whether properties that are not among these stay. */
  isPartial: boolean;
  /** Whether some records have no key: then nobody knows which properties are no longer there. */
  hasGaps: boolean;
  /** Properties that the CRM says are gone, although the export is only a part. */
  goneIds: ReadonlySet<number>;
  stored: ReadonlyMap<number, StoredProperty>;
  around: Surroundings;
  /** What the import before gave: what an editor changed since then stays. */
  given: Given;
  /** Implausible values that were confirmed before. */
  accepted: Accepted;
  /** Properties whose implausible values are confirmed now, by number or reference. */
  accept: ReadonlySet<string>;
  /** First day online of a property for which the export gives none. */
  today: string;
  pathOf: PictureStore['known'];
  /** Whether the photographs were fetched already. */
  isFetched: boolean;
}

/** Compares the properties of an export with the existing ones; `pathOf` returns the stored path of a picture. */
export function planImport(input: PlanInput): PlannedFiles {
  const plan = { added: [], returned: [], changed: [], removed: [], same: 0, skipped: [], notes: [], references: {} };
  const planned: PlannedFiles = { plan, files: [], given: new Map(), accepted: [] };
  // A reference that is the number of another property stands for that one.
  const numbers = new Set(input.properties.map(({ id }) => String(id)));
  const isConfirmed = (id: number, reference: string) =>
    input.accept.has(String(id)) || (input.accept.has(reference) && !numbers.has(reference));
  for (const property of input.properties) planProperty(property, input, isConfirmed, planned);
  planAbsent(input, planned.plan);
  return planned;
}

/** Adds one property of an export to the plan. */
function planProperty(
  exported: NumberedProperty,
  input: PlanInput,
  isConfirmed: (id: number, reference: string) => boolean,
  planned: PlannedFiles,
): void {
  const { plan } = planned;
  const { id, sourceId } = exported;
  const reference = String(exported.facts.RecordFile ?? sourceId);
  if (plan.references && reference !== String(id)) plan.references[id] = reference;
  const existing = input.stored.get(id);
  const { facts, notes } = factsOf(exported, existing, input);
  for (const note of notes) plan.notes.push({ id, note });
  const merge = openMerge(exported, facts, input);
  const property = merge.merged(existing?.data ?? null);
  const odd = oddIn(property, existing?.data).filter(
    ({ field, value }) => !input.accepted.has(acceptedKey(id, field, value)),
  );
  if (isConfirmed(id, reference))
    planned.accepted.push(...odd.splice(0).map(({ field, value }) => acceptedKey(id, field, value)));
  const other = exported.unusable ?? whyNot(property, input.around);
  const why = other ?? (odd.length > 0 ? inWords(odd) : null);
  if (why) {
    const values = new Map(odd.map(({ field, value }) => [field, value]));
    const asks = other === null && { odd: [...values].map(([field, value]) => ({ field, value })) };
    plan.skipped.push({ id, why, isNew: !existing || existing.isGone, ...asks });
  } else planWritten(exported, { existing, facts, property, merge }, input, planned);
}

/** Adds a property that may be shown to the plan: what stays of an editor, what the import gives, and its file. */
function planWritten(
  { id, pictures }: NumberedProperty,
  {
    existing,
    facts,
    property,
    merge,
  }: { existing: StoredProperty | undefined; facts: Data; property: Data; merge: ReturnType<typeof openMerge> },
  input: PlanInput,
  { plan, files, given: news }: PlannedFiles,
): void {
  const present = existing?.data ?? null;
  const theirs = merge.picturesFor(present);
  const isHeld =
    pictures.length > 0 && theirs.length > 0 && pictures.every((picture) => input.pathOf(picture) === null);
  if (isHeld && input.isFetched) plan.notes.push({ id, note: remark('REMARK_PICTURES_STAY') });
  const ownsPictures = input.owned.includes('XLargePictureItems');
  const taken = takenFields(present);
  const kept = keptNotes({
    facts,
    pictures: ownsPictures ? theirs : (itemsOf(property) ?? []),
    property,
    present,
    edited: merge.editedOf(present),
    taken,
  });
  for (const note of [...kept, ...addressNotes(property)]) plan.notes.push({ id, note });
  const gave = givenBy(
    { ...facts, CreatedDate: facts.CreatedDate ?? property.CreatedDate },
    theirs.map(({ Url, Name }) => ({ path: Url, words: Name })),
    taken,
  );
  // Photographs that stayed may be those of an editor.
  news.set(id, isHeld ? { ...gave, pictures: input.given.get(id)?.pictures ?? null } : gave);
  const fields = changedFields(existing?.data ?? {}, property);
  if (existing && !existing.isGone && fields.length === 0) {
    plan.same += 1;
    return;
  }
  const isWithout = ownsPictures && pictures.length === 0 && !itemsOf(property)?.length;
  if (isWithout && (!existing || itemsOf(present)?.length)) plan.notes.push({ id, note: remark('REMARK_NO_PHOTOS') });
  if (!existing) plan.added.push(id);
  else if (existing.isGone) plan.returned.push(id);
  else plan.changed.push({ id, fields });
  files.push({ id, merged: merge.merged });
}

/** The facts of a property of an export as the site has them, and what is said about them. */
function factsOf(
  { facts: raw, notes }: NumberedProperty,
  existing: StoredProperty | undefined,
  { around, today }: PlanInput,
): { facts: Record<string, unknown>; notes: Remark[] } {
  const { facts: completed, notes: more } = completedFacts(withoutFuture(raw, today), around);
  const facts: Record<string, unknown> = withUnsaid(completed, existing?.data);
  for (const name of DAYS)
    if (raw[name] !== undefined && facts[name] === undefined)
      more.push(remark('REMARK_FUTURE', { field: name, value: String(raw[name]) }));
  return { facts, notes: [...notes, ...more] };
}

/** How a property of an export and the one of the site become one: editors decide their own fields. */
function openMerge(
  { id, facts: raw, pictures }: NumberedProperty,
  facts: Data,
  { source, owned, given, today, pathOf }: PlanInput,
) {
  const before = given.get(id);
  const ownedFields = new Set(owned);
  function picturesFor(present: Data | null): PictureItem[] {
    const found = pictures.flatMap(({ id: number, alt, ...picture }) => {
      // One that could not be fetched again stays as it was.
      const path = pathOf(picture) ?? pathBefore(present, number);
      const words = withEditorWords(alt, wordsOf(present, path));
      return path ? [{ ...(number && { ID: number }), Url: path, ...(words ? { Name: words } : {}) }] : [];
    });
    // Where none of them can be had, those of before stay.
    return found.length > 0 || pictures.length === 0 ? found : (itemsOf(present) ?? []);
  }
  function editedOf(present: Data | null): Set<string> {
    const edited = editedFields(present, ownedFields, before);
    // A property that the CRM sells meanwhile is sold, whatever an editor wrote.
    const isMoved = STATE.some(
      (name) => before?.marks.get(name) !== (facts[name] === undefined ? undefined : markOf(facts[name])),
    );
    if (isMoved) for (const name of STATE) edited.delete(name);
    return edited;
  }
  function merged(present: Data | null): Record<string, unknown> {
    const CreatedDate = facts.CreatedDate ?? present?.CreatedDate ?? raw.LastChangedDate ?? today;
    const XLargePictureItems = arrangedPictures(picturesFor(present), itemsOf(present), before);
    const all = { ...withEditorTexts(facts, present, before), CreatedDate, XLargePictureItems };
    return mergedProperty(present, all, { source, owned: ownedFields, edited: editedOf(present) });
  }
  return { picturesFor, editedOf, merged };
}

/**
 * The properties of the source that the export does not have: they are removed, or stay with a note. On a site with an
 * archive what is sold or rented stays.
 */
function planAbsent(
  { source, properties, isPartial, hasGaps, goneIds, stored, around }: PlanInput,
  plan: ImportPlan,
): void {
  const inExport = new Set(properties.map(({ id }) => id));
  for (const [id, { data, isGone }] of stored) {
    if (isGone || data.Source !== source || isForArchive(data, around)) continue;
    const isMissing = !isPartial && !inExport.has(id);
    if (goneIds.has(id) || (isMissing && !hasGaps)) plan.removed.push(id);
    else if (isMissing) plan.notes.push({ id, note: remark('REMARK_STAYS') });
  }
}

/** The values of a property that somebody must confirm. */
function oddIn(property: Data, before: Data | undefined): Odd[] {
  const asked = implausibleIn(property).filter(
    ({ field, value }) => before?.[field] !== value || before.Goal !== property.Goal,
  );
  return [...asked, ...jumpOf(property, before)];
}

/** The price, when it is several times larger or smaller than before or in another currency, and for the same goal. */
function jumpOf(property: Readonly<Record<string, unknown>>, before: Readonly<Record<string, unknown>> = {}): Odd[] {
  const { Price, Goal } = property;
  // The same figure in another currency is another price.
  if (before.Price && Price && currencyOf(property) !== currencyOf(before))
    return [{ field: `Price in ${currencyOf(property)}`, value: Number(Price), before: Number(before.Price) }];
  if (Goal !== before.Goal || !isJump(Price, before.Price)) return [];
  return [{ field: 'Price', value: Number(Price), before: Number(before.Price) }];
}

/** A value that somebody must confirm: it is outside of its bounds, or far from the one before. */
type Odd = Implausible | { field: string; value: number; before: number };

/** What is said of values outside of their bounds. */
function inWords(odd: readonly Odd[]): Remark {
  const each = odd.map((one) =>
    'before' in one
      ? remark('REMARK_ODD_JUMP', { field: one.field, value: one.value, before: one.before })
      : remark('REMARK_ODD_BOUNDS', { field: one.field, value: one.value, least: one.least, most: one.most }),
  );
  return remark('REMARK_ODD', { values: each });
}

/** What a property is when its export does not say it, and never said it before. */
const UNSAID = { PublishPrice: true, Goal: 0 } as const;

/** Facts with what an export left unsaid: it stays as it was. */
const withUnsaid = (facts: Readonly<Record<string, unknown>>, before: Readonly<Record<string, unknown>> = {}) => ({
  ...facts,
  PublishPrice: facts.PublishPrice ?? before.PublishPrice ?? UNSAID.PublishPrice,
  Goal: facts.Goal ?? before.Goal ?? UNSAID.Goal,
});

const DAYS = ['CreatedDate', 'LastChangedDate'];

/** Facts without days that have not come yet. */
const withoutFuture = (raw: Readonly<Record<string, unknown>>, today: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(raw).filter(([name, value]) => !DAYS.includes(name) || String(value).slice(0, 10) <= today),
  );

/** What an editor and the CRM both decide: the newer one counts. */
export const STATE = ['Status', 'Marquee', 'Goal'];

/** The stored path of the picture with this number in the file of a property. */
function pathBefore(existing: Readonly<Record<string, unknown>> | null, number: number | undefined): string | null {
  return (number && itemsOf(existing)?.find(({ ID }) => ID === number)?.Url) || null;
}

/** Alternative text in the languages that the export has, beside those of an editor. */
const withEditorWords = (alt: Localized | undefined, present: unknown) =>
  alt && present !== null && typeof present === 'object' ? { ...present, ...alt } : (alt ?? present);

/** The alternative text of a picture as the file has it. */
const wordsOf = (existing: Readonly<Record<string, unknown>> | null, path: string | null): unknown =>
  itemsOf(existing)?.find(({ Url }) => Url === path)?.Name;
