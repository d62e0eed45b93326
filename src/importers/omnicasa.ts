import { ATTRIBUTES } from '../domain/property/attributes.ts';
import type { ImportSettings } from '../domain/settings/import-settings.ts';
import type { ExportFile, ExportReading, Importer } from './importer.ts';
import { type ExportRow, OWNED, propertiesOf } from './property-of-rows.ts';

const LANGUAGES: Readonly<Record<string, string>> = { '1': 'nl', '2': 'fr', '3': 'en', '4': 'de' };
/** Field names of the export that differ from ours; settings/import.json adds those that are not documented. */
const FIELDS: Readonly<Record<string, string>> = {
  Ident: 'RecordFile',
  KitchenName: '',
  NumberOfShowers: 'NumberOfShowerRooms',
  ConditionID: 'Condition',
  ConstructionID: 'Construction',
  WindowGlazing: 'Glazing',
  RearOrientation: 'OrientationGarden',
  HasFurnished: 'IsFurnished',
  ManagerName: 'Manager',
};
/** Numeric codes of the export, with the choice each one means. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Condition: {
    1: 'good',
    2: 'new',
    3: 'to_build',
    4: 'to_renovate',
    5: 'renovated',
    6: 'to_renovate',
    7: 'renovated',
    8: 'to_demolish',
    9: 'to_refresh',
  },
  Construction: { 1: 'detached', 2: 'terraced', 3: 'semi_detached' },
  OrientationGarden: { 1: 'E', 2: 'W', 3: 'S', 4: 'N', 5: 'SW', 6: 'SE', 7: 'NW', 8: 'NE' },
  Glazing: { 1: 'single', 2: 'double', 3: 'triple' },
};
const PICTURES = [
  'XLargePictureItems',
  'LargePictureItems',
  'LargePictures',
  'MediumPictureItems',
  'SmallPictureItems',
];

/** Our own field names by their lower-case form; pictures are read separately. */
const OUR_NAMES = new Map(
  [...OWNED, 'Manager', 'ProjectID', ...ATTRIBUTES.map(({ key }) => key)]
    .filter((name) => name !== 'XLargePictureItems')
    .map((name) => [name.toLowerCase(), name]),
);

type Raw = Record<string, unknown>;

/**
 * Files of Omnicasa: GetPropertyList responses in their envelope, lists, or one object with the rows; one row per
 * language.
 */
export const omnicasa: Importer = {
  name: 'omnicasa',
  endings: ['.json'],
  read(files, settings) {
    const rows: { id: number; row: ExportRow }[] = [];
    for (const file of files) {
      const items = itemsOf(file);
      if (!items.ok) return items;
      for (const item of items.items) {
        if (item === null || typeof item !== 'object')
          return { ok: false, problem: 'unparsable', message: `${file.name} holds a row that is no property` };
        const raw = lowered(item);
        const id = Number(raw.get('id'));
        if (!Number.isInteger(id) || id <= 0)
          return { ok: false, problem: 'unparsable', message: `${file.name} holds a row without a number (ID)` };
        rows.push({ id, row: rowOf(raw, file, settings) });
      }
    }
    if (rows.length === 0) return { ok: false, problem: 'empty', message: 'the export contains no properties' };
    const byId = new Map(
      [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => [id, own.map(({ row }) => row)] as const),
    );
    const mapped = [...Object.values(FIELDS), ...Object.values(settings.fields.omnicasa ?? {})].filter(Boolean);
    const seen = rows.flatMap(({ row }) => Object.keys(row.fields));
    return { ok: true, ...propertiesOf(byId, settings), owned: [...new Set([...OWNED, ...mapped, ...seen])] };
  },
};

/** The rows of a file, whatever object they are wrapped in. */
function itemsOf({ name, text }: ExportFile): { ok: true; items: Raw[] } | Extract<ExportReading, { ok: false }> {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'unparsable', message: `${name} ${whatItIs(text)}` };
  }
  if (Array.isArray(data)) return { ok: true, items: data as Raw[] };
  const result = Object.entries((data ?? {}) as Raw).find(([key]) => /JsonResult$/.test(key))?.[1] as Raw | undefined;
  if (result && result.Success === false)
    return {
      ok: false,
      problem: 'refused',
      message: `${name} is a refusal: ${String(result.Message ?? result.Code ?? '').slice(0, 200)}`,
    };
  const value = (result?.Value ?? data) as Raw | Raw[] | null;
  if (Array.isArray(value)) return { ok: true, items: value };
  const items = value?.Items ?? value?.propertiesList;
  if (!Array.isArray(items))
    return { ok: false, problem: 'unparsable', message: `${name} contains no list of properties` };
  const promised = Number(value?.RowsCount ?? items.length);
  const [from, to] = [Number(value?.From ?? 1), Number(value?.To ?? items.length)];
  // A page of a longer list is complete in itself; fewer rows than it promises are not.
  const expected = Math.min(promised, to - from + 1);
  if (items.length < expected)
    return {
      ok: false,
      problem: 'incomplete',
      message: `${name} holds ${items.length} of ${expected} announced properties`,
    };
  return { ok: true, items: items as Raw[] };
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
    const ours = renamed.has(key) ? renamed.get(key) : OUR_NAMES.get(key);
    if (!ours || (fields[ours] !== undefined && renamed.has(key) && ours === 'RecordFile')) continue;
    fields[ours] = VALUES[ours]?.[String(value).trim()] ?? value;
  }
  // The plot surface is in a second field when the first is empty.
  if (!Number(raw.get('surfaceground')) && raw.has('surfaceground2')) fields.SurfaceGround = raw.get('surfaceground2');
  const given = String(
    raw.get('language') ?? raw.get('languageid') ?? /[._-](nl|fr|en|de)\.json$/i.exec(name)?.[1] ?? '',
  );
  const language = (LANGUAGES[given] ?? given).toLowerCase().slice(0, 2);
  const list = PICTURES.map((key) => raw.get(key.toLowerCase())).find(
    (value) => Array.isArray(value) && value.length > 0,
  ) as unknown[] | undefined;
  return { language, fields, pictures: (list ?? []).flatMap(pictureOf) };
}

function pictureOf(item: unknown): ExportRow['pictures'] {
  if (typeof item === 'string') return item ? [{ source: item }] : [];
  const { Url, ID, Name } = (item ?? {}) as Raw;
  return typeof Url === 'string' && Url
    ? [{ source: Url, ...(Number(ID) > 0 && { id: Number(ID) }), ...(typeof Name === 'string' && { name: Name }) }]
    : [];
}
