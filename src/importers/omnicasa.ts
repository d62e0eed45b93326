import type { ExportReading } from '../features/import/export-reading.ts';
import type { ImportSettings } from '../features/import/settings.ts';
import { ATTRIBUTES } from '../features/property/attributes.ts';
import { LABEL_LANGUAGES } from '../i18n/languages.ts';
import { remark } from '../i18n/remark.server.ts';
import { isOneOf, recordOf } from '../platform/values/values.ts';
import type { ExportFile, Importer } from './importer.ts';
import { threeDigitsIn } from './numbers.ts';
import { CODES, FIELDS, LANGUAGES, PICTURES, VALUES } from './omnicasa-codes.ts';
import { type ExportRow, OWNED, propertiesOf, withoutNumber } from './property-of-rows.ts';
import { isEmpty, listedIn } from './source-values.ts';

/** Our own field names by their lower-case form; pictures are read separately. */
const OUR_NAMES = new Map(
  [...OWNED, 'Manager', 'ProjectID', ...ATTRIBUTES.map(({ key }) => key)]
    .filter((name) => name !== 'XLargePictureItems')
    .map((name) => [name.toLowerCase(), name]),
);

/** Fields with an amount. */
const AMOUNTS: ReadonlySet<string> = new Set([
  ...['Price', 'EnergyPerformance'],
  ...ATTRIBUTES.filter(({ kind }) => ['area', 'length', 'money', 'monthly', 'kWh', 'kgCO2'].includes(kind)).map(
    ({ key }) => key,
  ),
]);

type Raw = Record<string, unknown>;

/**
 * Files of Omnicasa: GetPropertyList responses in their envelope, GetProperty responses, lists, or one object with the
 * rows; one row per language. The pages of a list must be complete.
 */
export const omnicasa: Importer = {
  name: 'omnicasa',
  endings: ['.json'],
  read(files, settings) {
    const rows: { id: number; row: ExportRow }[] = [];
    const pages: ListPage[] = [];
    for (const file of files) {
      const page = pageOf(file);
      if (!page.ok) return page;
      const ids = new Set<number>();
      let without = 0;
      for (const item of page.items) {
        const raw = lowered(recordOf(item));
        const id = Number(raw.get('id'));
        if (!Number.isInteger(id) || id <= 0) {
          without += 1;
          continue;
        }
        ids.add(id);
        rows.push({ id, row: rowOf(raw, file, settings) });
      }
      const { promised } = page;
      pages.push({ name: file.name, language: rows.at(-1)?.row.language ?? '', ids, without, promised });
    }
    // What a point before three digits means follows from the other texts of the export.
    const texts = rows.flatMap(({ row }) =>
      Object.entries(row.fields).flatMap(([name, value]) => (AMOUNTS.has(name) ? [value] : [])),
    );
    const three = threeDigitsIn(texts)['.'];
    if (three) for (const { row } of rows) row.three = three;
    const gap = gapIn(pages);
    if (gap) return { ok: false, problem: 'incomplete', message: gap };
    const nameless = pages.reduce((sum, { without }) => sum + without, 0);
    if (rows.length === 0 && nameless > 0)
      return { ok: false, problem: 'unparsable', message: 'no row of the export has a number (ID)' };
    if (rows.length === 0) return { ok: false, problem: 'empty', message: 'the export contains no properties' };
    const byId = new Map(
      [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => [String(id), own.map(({ row }) => row)] as const),
    );
    const mapped = [...Object.values(FIELDS), ...Object.values(settings.fields.omnicasa ?? {})].filter(Boolean);
    const seen = rows.flatMap(({ row }) => Object.keys(row.fields));
    const owned = [...new Set([...OWNED, ...mapped, ...seen])];
    const { properties, notes } = propertiesOf(byId, settings);
    return {
      ...{ ok: true, properties, notes: [...withoutNumber(nameless, 'ID'), ...notes], owned },
      ...{ isPartial: pages.every(isSingle), hasGaps: nameless > 0 },
    };
  },
};

/** A file of an export: its properties, and how many the whole list has; null for a single property. */
interface ListPage {
  name: string;
  language: string;
  ids: ReadonlySet<number>;
  /** How many of its rows have no number. */
  without: number;
  promised: number | null;
}

const isSingle = ({ promised }: ListPage) => promised === null;

/** Why the pages of a list are not the whole list of each language; null when they are. */
function gapIn(pages: readonly ListPage[]): string | null {
  for (const [language, all] of Map.groupBy(
    pages.filter((page) => !isSingle(page)),
    (page) => page.language,
  )) {
    const counts = [...new Set(all.flatMap(({ promised }) => promised ?? []))];
    const name = all.map((page) => page.name).join(', ');
    if (counts.length > 1)
      return `the list changed while it was read (${name} announce ${counts.join(' and ')} properties); fetch it again`;
    const nameless = all.reduce((sum, { without }) => sum + without, 0);
    const found = new Set(all.flatMap(({ ids }) => [...ids])).size + nameless;
    const [promised = 0] = counts;
    if (found < promised)
      return (
        `${name} holds ${found} of ${promised} announced properties${language && ` in ${language}`}; ` +
        'fetch all pages'
      );
  }
  return null;
}

type Page = { ok: true; items: unknown[]; promised: number | null };

/** The rows of a file, whatever object they are wrapped in, and the number of rows that the whole list has. */
function pageOf({ name, text }: ExportFile): Page | Extract<ExportReading, { ok: false }> {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'unparsable', message: `${name} ${whatItIs(text)}` };
  }
  if (Array.isArray(data)) return { ok: true, items: data, promised: data.length };
  const [, envelope] = Object.entries(recordOf(data)).find(([key]) => /JsonResult$/.test(key)) ?? [];
  const result = recordOf(envelope);
  if (result.Success === false)
    return {
      ok: false,
      problem: 'refused',
      message: `${name} is a refusal: ${String(result.Message ?? result.Code ?? '').slice(0, 200)}`,
    };
  const value = result.Value ?? data;
  if (Array.isArray(value)) return { ok: true, items: value, promised: value.length };
  const list = recordOf(value);
  const items = list.Items ?? list.propertiesList;
  // GetProperty responds with one property.
  if (items === undefined && Number(list.ID) > 0) return { ok: true, items: [list], promised: null };
  if (!Array.isArray(items))
    return { ok: false, problem: 'unparsable', message: `${name} contains no list of properties` };
  const whole = Number(list.RowsCount ?? items.length);
  const [from, to] = [Number(list.From ?? 1), Number(list.To ?? items.length)];
  const expected = Math.min(to, whole) - from + 1;
  if (items.length < expected)
    return {
      ok: false,
      problem: 'incomplete',
      message: `${name} holds ${items.length} of ${expected} announced properties`,
    };
  return { ok: true, items, promised: whole };
}

/** What a text is that is not JSON. */
function whatItIs(text: string): string {
  if (text.trim() === '') return 'is empty: the CRM sent nothing';
  if (/^\s*<(?:!doctype|html|\?xml|[a-z])/i.test(text))
    return 'is a web page instead of an export, such as an error page';
  return 'is not JSON: was the download cut off?';
}

// Clients differ in the case of field names.
const lowered = (raw: Raw): Map<string, unknown> =>
  new Map(Object.entries(raw).map(([key, value]) => [key.toLowerCase(), value]));

function rowOf(raw: Map<string, unknown>, { name }: ExportFile, settings: ImportSettings): ExportRow {
  const renamed = new Map(
    Object.entries({ ...FIELDS, ...settings.fields.omnicasa }).map(([theirs, ours]) => [theirs.toLowerCase(), ours]),
  );
  const fields: Raw = {};
  for (const [key, value] of raw) {
    const ours = renamed.has(key) ? renamed.get(key) : CODES.has(key) ? null : OUR_NAMES.get(key);
    if (!ours || (fields[ours] !== undefined && renamed.has(key) && ours === 'RecordFile')) continue;
    fields[ours] = listedIn(VALUES[ours] ?? {}, String(value).trim()) ?? value;
  }
  for (const [key, { ours, choices }] of CODES) {
    const code = raw.get(key);
    // A name that settings/import.json gives a meaning is read above; the first field with a code counts.
    if (!raw.has(key) || renamed.has(key)) continue;
    if (isEmpty(code)) fields[ours] ??= '';
    else if (isEmpty(fields[ours])) fields[ours] = listedIn(choices, String(code).trim()) ?? code;
  }
  // The plot surface is in a second field when the first is empty.
  if (!Number(raw.get('surfaceground')) && raw.has('surfaceground2')) fields.SurfaceGround = raw.get('surfaceground2');
  const given = String(
    raw.get('language') ?? raw.get('languageid') ?? /[._-](nl|fr|en|de)\.json$/i.exec(name)?.[1] ?? '',
  );
  const language = (listedIn(LANGUAGES, given) ?? given).toLowerCase().slice(0, 2);
  const isSpoken = isOneOf(LABEL_LANGUAGES, language);
  const lists = PICTURES.map((key) => [raw.get(key.toLowerCase()) ?? []].flat());
  return {
    language: isSpoken ? language : '',
    fields,
    three: 'decimals',
    ...(!isSpoken &&
      given !== '' && { notes: [remark('REMARK_VALUE_UNKNOWN', { field: 'Language', value: given.slice(0, 40) })] }),
    pictures: lists.map((list) => list.flatMap(pictureOf)).find(({ length }) => length) ?? [],
  };
}

function pictureOf(item: unknown): ExportRow['pictures'] {
  if (typeof item === 'string') return item ? [{ source: item }] : [];
  const raw = lowered(recordOf(item));
  const [Url, ID, Name] = ['url', 'id', 'name'].map((key) => raw.get(key));
  return typeof Url === 'string' && Url
    ? [{ source: Url, ...(Number(ID) > 0 && { id: Number(ID) }), ...(typeof Name === 'string' && { name: Name }) }]
    : [];
}
