import { isDeepStrictEqual } from 'node:util';
import type { Localized } from '../../i18n/languages.ts';
import { type Remark, remark } from '../../i18n/remark.server.ts';
import { recordOf } from '../../platform/values/values.ts';
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
  markOf,
  type PictureItem,
  textsOf,
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
  const texts = textsOf(facts).flatMap((text) => {
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

/** Compares the properties of an export with the existing ones; `pathOf` returns the stored path of a picture. */
export function planImport({
  source,
  properties,
  owned,
  isPartial,
  hasGaps,
  goneIds,
  stored,
  around,
  given,
  accepted,
  accept,
  today,
  pathOf,
  isFetched,
}: {
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
}): PlannedFiles {
  // A reference that is the number of another property stands for that one.
  const numbers = new Set(properties.map(({ id }) => String(id)));
  const references: Record<number, string> = {};
  const empty = { added: [], returned: [], changed: [], removed: [], same: 0, skipped: [], notes: [] };
  const plan: ImportPlan = { ...empty, references };
  const files: PlannedFiles['files'] = [];
  const news: PlannedFiles['given'] = new Map();
  const confirmed: string[] = [];
  const ownedFields = new Set(owned);
  const ownsPictures = ownedFields.has('XLargePictureItems');
  for (const { id, sourceId, facts: raw, pictures, notes, unusable } of properties) {
    const reference = String(raw.RecordFile ?? sourceId);
    if (reference !== String(id)) references[id] = reference;
    const existing = stored.get(id);
    const { facts: said, notes: more } = completedFacts(withoutFuture(raw, today), around);
    const facts: Record<string, unknown> = { ...withUnsaid(said, existing?.data) };
    for (const name of DAYS)
      if (raw[name] !== undefined && facts[name] === undefined)
        more.push(remark('REMARK_FUTURE', { field: name, value: String(raw[name]) }));
    for (const note of [...notes, ...more]) plan.notes.push({ id, note });
    const before = given.get(id);
    const picturesFor = (present: Readonly<Record<string, unknown>> | null) => {
      const found = pictures.flatMap(({ id: number, alt, ...picture }) => {
        // One that could not be fetched again stays as it was.
        const path = pathOf(picture) ?? pathBefore(present, number);
        const words = withEditorWords(alt, wordsOf(present, path));
        return path ? [{ ...(number && { ID: number }), Url: path, ...(words ? { Name: words } : {}) }] : [];
      });
      // Where none of them can be had, those of before stay.
      return found.length > 0 || pictures.length === 0 ? found : (itemsOf(present) ?? []);
    };
    const merged = (present: Readonly<Record<string, unknown>> | null) => {
      const CreatedDate = facts.CreatedDate ?? present?.CreatedDate ?? raw.LastChangedDate ?? today;
      const own = itemsOf(present);
      const XLargePictureItems = arrangedPictures(picturesFor(present), own, before);
      const all = { ...withEditorTexts(facts, present, before), CreatedDate, XLargePictureItems };
      return mergedProperty(present, all, { source, owned: ownedFields, edited: editedOf(present) });
    };
    const editedOf = (present: Readonly<Record<string, unknown>> | null) => {
      const edited = editedFields(present, ownedFields, before);
      // A property that the CRM sells meanwhile is sold, whatever an editor wrote.
      const isMoved = STATE.some(
        (name) => before?.marks.get(name) !== (facts[name] === undefined ? undefined : markOf(facts[name])),
      );
      if (isMoved) for (const name of STATE) edited.delete(name);
      return edited;
    };
    const property = merged(existing?.data ?? null);
    const asked = implausibleIn(property).filter(
      ({ field, value }) => existing?.data[field] !== value || existing.data.Goal !== property.Goal,
    );
    const odd = [...asked, ...jumpOf(property, existing?.data)].filter(
      ({ field, value }) => !accepted.has(acceptedKey(id, field, value)),
    );
    if (accept.has(String(id)) || (accept.has(reference) && !numbers.has(reference)))
      confirmed.push(...odd.splice(0).map(({ field, value }) => acceptedKey(id, field, value)));
    const other = unusable ?? whyNot(property, around);
    const why = other ?? (odd.length > 0 ? inWords(odd) : null);
    if (why) {
      const values = new Map(odd.map(({ field, value }) => [field, value]));
      const asks = other === null && { odd: [...values].map(([field, value]) => ({ field, value })) };
      plan.skipped.push({ id, why, isNew: !existing || existing.isGone, ...asks });
      continue;
    }
    const present = existing?.data ?? null;
    const theirs = picturesFor(present);
    const isHeld = pictures.length > 0 && theirs.length > 0 && pictures.every((picture) => pathOf(picture) === null);
    if (isHeld && isFetched) plan.notes.push({ id, note: remark('REMARK_PICTURES_STAY') });
    const taken = takenFields(present);
    const kept = keptNotes({
      facts,
      pictures: ownsPictures ? theirs : (itemsOf(property) ?? []),
      property,
      present,
      edited: editedOf(present),
      taken,
    });
    for (const note of [...kept, ...addressNotes(property)]) plan.notes.push({ id, note });
    const gave = givenBy(
      { ...facts, CreatedDate: facts.CreatedDate ?? property.CreatedDate },
      theirs.map(({ Url, Name }) => ({ path: Url, words: Name })),
      taken,
    );
    // Photographs that stayed may be those of an editor.
    news.set(id, isHeld ? { ...gave, pictures: before?.pictures ?? null } : gave);
    const fields = changedFields(existing?.data ?? {}, property);
    if (existing && !existing.isGone && fields.length === 0) {
      plan.same += 1;
      continue;
    }
    const isWithout = ownsPictures && pictures.length === 0 && !itemsOf(property)?.length;
    if (isWithout && (!existing || itemsOf(present)?.length)) plan.notes.push({ id, note: remark('REMARK_NO_PHOTOS') });
    if (!existing) plan.added.push(id);
    else if (existing.isGone) plan.returned.push(id);
    else plan.changed.push({ id, fields });
    files.push({ id, merged });
  }
  const inExport = new Set(properties.map(({ id }) => id));
  for (const [id, { data, isGone }] of stored) {
    if (isGone || data.Source !== source) continue;
    const isMissing = !isPartial && !inExport.has(id);
    if (goneIds.has(id) || (isMissing && !hasGaps)) plan.removed.push(id);
    else if (isMissing) plan.notes.push({ id, note: remark('REMARK_STAYS') });
  }
  return { plan, files, given: news, accepted: confirmed };
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
