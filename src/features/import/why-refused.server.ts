import { type Remark, remark } from '../../i18n/remark.server.ts';
import { type Given, longTextsOf } from './given-values.server.ts';
import type { NumberedProperty } from './import-ids.server.ts';
import { type ImportPlan, type PlannedFiles, STATE } from './plan-import.server.ts';
import type { StoredProperty } from './property-file.server.ts';

/** A CRM without a list may remove so many one by one, whatever share of the properties they are. */
const FEW = 5;
const MOST_IDS = 10;

interface Refusal {
  problem: string;
  why: Remark;
}

/** An import, as far as it is judged as a whole. */
interface JudgedImport {
  source: string;
  properties: readonly NumberedProperty[];
  plan: ImportPlan;
  files: PlannedFiles['files'];
  /** Fields that the export decides. */
  owned: readonly string[];
  /** Columns that the import before had and this one lacks, by their names in the table. */
  lostColumns: ReadonlySet<string>;
  stored: ReadonlyMap<number, StoredProperty>;
  given: Given;
  isPartial: boolean;
  maxRemovedPercent: number;
}

/** A property of the source that the site has. */
type Own = readonly [id: number, property: StoredProperty];

/** Why an export is implausible as a whole, so that it changes nothing; null when it is plausible. */
export function whyRefused(judged: JudgedImport): Refusal | null {
  const own = [...judged.stored].filter(([, { data, isGone }]) => !isGone && data.Source === judged.source);
  return (
    tooManyRemoved(judged, own) ??
    tooManyUnread(judged.properties) ??
    hiddenShown(judged, own) ??
    columnsMissing(judged.lostColumns) ??
    fieldsMissing(judged, own) ??
    (judged.isPartial ? null : (statesChanged(judged, own) ?? languagesMissing(judged, own)))
  );
}

function tooManyRemoved(
  { plan: { removed }, isPartial, maxRemovedPercent: percent }: JudgedImport,
  own: readonly Own[],
): Refusal | null {
  const isMany = !isPartial || removed.length > FEW;
  if (!isMany || own.length === 0 || (removed.length / own.length) * 100 <= percent) return null;
  const ids = `${removed.slice(0, MOST_IDS).join(', ')}${removed.length > MOST_IDS ? ' …' : ''}`;
  const why = remark('REMARK_TOO_MANY_REMOVED', { number: removed.length, all: own.length, percent, ids });
  return { problem: 'too-many-removed', why };
}

function tooManyUnread(properties: readonly NumberedProperty[]): Refusal | null {
  const unread = properties.filter(({ isUnreadable }) => isUnreadable);
  const isAll = unread.length > 0 && unread.length === properties.length;
  if (!isAll && unread.length <= Math.max(FEW_UNREAD, properties.length / SHARE_UNREAD)) return null;
  const values = { number: unread.length, all: properties.length, why: unread[0]?.unusable ?? '' };
  return { problem: 'unreadable', why: remark('REMARK_TOO_MANY_UNREAD', values) };
}

function hiddenShown({ properties, plan, files }: JudgedImport, own: readonly Own[]): Refusal | null {
  const inExport = new Set(properties.map(({ id }) => id));
  const moved = new Set([...files, ...plan.skipped].map(({ id }) => id));
  const becomes = becomingPublic(own, files, (id) => inExport.has(id) && !moved.has(id));
  return becomes && { problem: 'hidden-shown', why: remark('REMARK_BECOMES_PUBLIC', becomes) };
}

function columnsMissing(lost: ReadonlySet<string>): Refusal | null {
  if (lost.size === 0) return null;
  return { problem: 'columns-missing', why: remark('REMARK_COLUMNS_MISSING', { columns: [...lost].join(', ') }) };
}

function fieldsMissing({ properties, isPartial, given, owned }: JudgedImport, own: readonly Own[]): Refusal | null {
  const inExport = new Set(properties.map(({ id }) => id));
  const compared = own.filter(([id]) => !isPartial || inExport.has(id)).map(([id, { data }]) => [id, data] as const);
  const emptied = emptiedFields(compared, given, properties, owned);
  if (emptied.length === 0) return null;
  const fields = emptied.map(({ field, had, of }) => remark('REMARK_FIELD_SHARE', { field, had, all: of }));
  return { problem: 'fields-missing', why: remark('REMARK_FIELDS_EMPTIED', { fields }) };
}

function statesChanged({ files, stored }: JudgedImport, own: readonly Own[]): Refusal | null {
  const changing = (fields: readonly string[]) =>
    files.filter(({ id, merged }) => {
      const before = stored.get(id)?.data;
      return before && fields.some((field) => before[field] !== merged(before)[field]);
    }).length;
  const states = changing(STATE);
  if (own.length < MANY || (states !== own.length && changing(['Goal']) * 2 <= own.length)) return null;
  return { problem: 'states-changed', why: remark('REMARK_STATES_CHANGED', { number: states, all: own.length }) };
}

function languagesMissing({ properties, given }: JudgedImport, own: readonly Own[]): Refusal | null {
  const lost = lostLanguages(properties, new Map(own), given);
  if (lost.length === 0) return null;
  return { problem: 'languages-missing', why: remark('REMARK_LANGUAGES_MISSING', { languages: lost.join(', ') }) };
}

/** Of so many properties, not all change their state at once. */
const MANY = 5;
/** One in so many may be unreadable, and so many in any case. */
const SHARE_UNREAD = 20;
const FEW_UNREAD = 5;

/** Fields whose absence says nothing about an export. */
const COME_AND_GO = new Set([
  'Marquee',
  'MarqueeName',
  'LastChangedDate',
  'PreviousPrice',
  'StateDate',
  'DateFree',
  // The site fills these in by itself, or a property cannot be shown without them.
  ...['PublishPrice', 'Goal', 'CreatedDate', 'City', 'Zip', 'CountryID', 'CountryName', 'WebIDs', 'WebID', 'ProjectID'],
]);

/** Fewer properties say nothing about a whole export. */
const FEWEST = 3;

/**
 * The field that hides something of several properties and would hide it of none of them. What left the export, and
 * what is left as it was, says nothing.
 */
function becomingPublic(
  own: readonly Own[],
  files: PlannedFiles['files'],
  isSame: (id: number) => boolean,
): { field: string; number: number } | null {
  const changed = new Map(files.map(({ id, merged }) => [id, merged]));
  for (const field of ['PublishPrice', 'PublishAddress']) {
    const hidden = own.filter(([, { data }]) => data[field] === false);
    if (hidden.length < FEWEST || hidden.some(([id]) => isSame(id))) continue;
    const after = hidden.flatMap(([id, { data }]) => changed.get(id)?.(data)[field] ?? []);
    if (after.length >= FEWEST && after.every((one) => one === true)) return { field, number: after.length };
  }
  return null;
}

const isFilled = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : value !== null && typeof value === 'object'
      ? Object.keys(value).length > 0
      : !(value === undefined || value === null || value === '' || value === 0 || value === false);

/** Fields of the export that most properties of the source had and that no record has now. */
function emptiedFields(
  own: readonly (readonly [id: number, data: Readonly<Record<string, unknown>>])[],
  given: Given,
  properties: readonly NumberedProperty[],
  owned: readonly string[],
): { field: string; had: number; of: number }[] {
  if (own.length < FEWEST) return [];
  // Photographs are not fetched yet: what counts is that the export names some.
  const now = properties.map(
    ({ facts, pictures }): Record<string, unknown> => ({ ...facts, XLargePictureItems: pictures }),
  );
  // What only an editor filled in was never in the export.
  const isGiven = (id: number, field: string) => {
    const known = given.get(id);
    if (!known) return true;
    if (field === 'XLargePictureItems') return known.pictures === null || known.pictures.size > 0;
    return [...known.marks.keys()].some((name) => name.split('.')[0] === field);
  };
  return owned.flatMap((field) => {
    const had = own.filter(([id, data]) => isFilled(data[field]) && isGiven(id, field)).length;
    const isLost = !COME_AND_GO.has(field) && had * 2 >= own.length && !now.some((data) => isFilled(data[field]));
    return isLost ? [{ field, had, of: own.length }] : [];
  });
}

/** Languages that an export gave to at least a third of its properties, and that the new one lacks completely. */
function lostLanguages(
  properties: readonly NumberedProperty[],
  own: ReadonlyMap<number, StoredProperty>,
  given: Given,
): string[] {
  const languagesOf = (texts: Iterable<string>) => new Set([...texts].flatMap((text) => text.split('.')[1] ?? []));
  const now = languagesOf(properties.flatMap(({ facts }) => longTextsOf(facts)));
  const counts = new Map<string, number>();
  // Editors may have added languages.
  for (const [id, { data }] of own)
    for (const language of languagesOf(longTextsOf(data).filter((text) => given.get(id)?.marks.has(text) ?? true)))
      counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts].filter(([language, count]) => count * 3 >= own.size && !now.has(language)).map(([one]) => one);
}
