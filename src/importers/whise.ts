import { CrmProblem, postToWhise, whiseToken } from '../features/crm/crm.ts';
import type { ExportReading } from '../features/import/export-reading.ts';
import type { ImportSettings } from '../features/import/settings.ts';
import { distinct, type Remark, remark } from '../i18n/remark.server.ts';
import { listOf, recordOf } from '../platform/values/values.ts';
import type { ExportFile, Importer } from './importer.ts';
import {
  type ExportRow,
  lifeAnnuity,
  OWNED,
  propertiesOf,
  rowsOfRecord,
  unknownState,
  withoutNumber,
} from './property-of-rows.ts';
import { isEmpty, listedIn, meaningOf } from './source-values.ts';
import {
  ACTIVE,
  AVAILABILITIES,
  CATEGORIES,
  CONDITIONS,
  CONSTRUCTIONS,
  COUNTRY_CODES,
  DETAILS,
  type Detail,
  OFF_STATES,
  OFFLINE,
  PURPOSES,
  REALISATION,
  STATES,
  SUB_CATEGORIES,
  SUMS,
  TOUR,
} from './whise-codes.ts';
import { SUB_CATEGORY_NAMES } from './whise-sub-categories.ts';

/** The status code of a property that is not on offer. */
const NOT_ON_OFFER = 5;
const LIFE_ANNUITY = 3;
/** "Active (life annuity)". */
const ACTIVE_LIFE_ANNUITY = 15;

/** An estate as Whise sends it. */
type WhiseEstate = Readonly<Record<string, unknown>>;
type Raw = WhiseEstate;

/** Whise writes the year 1 for never. */
const isMoment = (value: unknown): boolean => !isEmpty(value) && !String(value).startsWith('0001-');

const idOf = (value: unknown): number => Number(recordOf(value).id ?? Number.NaN);

/** The row of an estate. */
function rowOfEstate(estate: Raw, settings: ImportSettings): ExportRow {
  const details = detailsOf(estate);
  const options = settings.connections.whise ?? {};
  const state = idOf(estate.purposeStatus);
  const isUnknown = !Number.isNaN(state) && !(state in STATES) && !OFF_STATES.has(state);
  // Whise writes most booleans only where they are true; an agency may say that what is absent is shown.
  const isShown = (value: unknown) => (value === undefined ? options.absentIsShown === true : value === true);
  const notes: Remark[] = [];
  const purpose = idOf(estate.purpose);
  const goal = PURPOSES[purpose];
  const fields: Record<string, unknown> = {
    ...stateOf(estate),
    RecordFile: isEmpty(estate.referenceNumber) ? estate.id : estate.referenceNumber,
    Goal: goal ?? '',
    WebIDs: typeOf(estate, settings),
    ...titles(estate, details),
    Price: estate.price,
    PublishPrice: isShown(estate.displayPrice),
    PublishAddress: isShown(estate.displayAddress),
    Street: estate.address,
    HouseNumber: estate.number,
    BoxNr: estate.box,
    Zip: estate.zip,
    City: { nl: estate.city },
    CountryID: countryCodeOf(estate),
    ProjectID: estate.parentId,
    CreatedDate: [estate.putOnlineDateTime, estate.createDateTime].find(isMoment),
    LastChangedDate: estate.updateDateTime,
    VirtualTour: estate[TOUR],
    SurfaceLiving: estate.area,
    SurfaceGround: estate.groundArea,
    SurfaceGarden: estate.gardenArea,
    NumberOfBedRooms: estate.rooms,
    NumberOfBathRooms: estate.bathRooms,
    Floor: estate.floor,
    IsFurnished: estate.furnished,
    DateFree: estate.availabilityDateTime,
    Construction: CONSTRUCTIONS[Number(estate.fronts)],
    Condition: meaningOf(CONDITIONS, idOf(estate.state), { name: 'Condition', notes }),
    Availability: meaningOf(AVAILABILITIES, idOf(estate.availability), { name: 'Availability', notes }),
    EnergyPerformance: energyOf(estate.energyValue),
    EPCLabelText: estate.energyClass,
  };
  // A life annuity is for sale.
  if (purpose === LIFE_ANNUITY || state === ACTIVE_LIFE_ANNUITY) Object.assign(fields, lifeAnnuity(settings, notes));
  Object.assign(fields, detailFields(estate, details, { settings, notes }));
  fields.EPCLabelText = listedIn({ App: 'A++', Ap: 'A+' }, fields.EPCLabelText) ?? fields.EPCLabelText;
  return {
    ...{ language: '', fields, pictures: picturesOf(estate), three: 'decimals', notes: distinct(notes) },
    ...(goal === undefined && {
      unusable: Number.isNaN(purpose)
        ? remark('REMARK_GOAL_MISSING')
        : remark('REMARK_GOAL_UNKNOWN_TO_VENDOR', { field: 'purpose', value: String(purpose) }),
    }),
    ...(isUnknown && { unusable: unknownState(String(state)) }),
    price: { currency: isEmpty(estate.currency) ? '' : String(estate.currency) },
  };
}

const detailsOf = (estate: Raw): ReadonlyMap<number, Raw> =>
  new Map(
    listOf(estate.details)
      .map(recordOf)
      .map((detail) => [Number(detail.id), detail]),
  );

/** The fields of an estate that are in its details; the first detail with a value decides its field. */
function detailFields(
  estate: Raw,
  details: ReadonlyMap<number, Raw>,
  { settings, notes }: { settings: ImportSettings; notes: Remark[] },
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  const own = Object.entries(settings.fields.whise ?? {}).map(([id, field]) => [Number(id), { field }] as const);
  for (const [id, reading] of [...own, ...DETAILS]) {
    const { field } = reading;
    const detail = details.get(id);
    const value = detailValue(detail, reading);
    if (detail && isUnknownIn(id, detail)) notes.push(unknownDetail(field, detail));
    if (isEmpty(value) || Object.hasOwn(fields, field)) continue;
    fields[field] = field === 'TypeDescription' ? { [languageOfTitle(estate, detail)]: value } : value;
  }
  for (const [field, ids] of Object.entries(SUMS)) {
    const sum = ids.reduce((total, id) => total + (Number(details.get(id)?.value) || 0), 0);
    if (sum > 0) fields[field] = sum;
  }
  return fields;
}

/** The letters of the country of an estate; a number that is not listed stays one. */
function countryCodeOf({ country }: Raw): string {
  const id = idOf(country);
  return id > 0 ? (COUNTRY_CODES[id] ?? `country ${id}`) : '';
}

/** Words of the label of a title, which is in the language of the title. */
const TITLE_LABELS: readonly (readonly [RegExp, string])[] = [
  [/^titre/i, 'fr'],
  [/title/i, 'en'],
];

/** The language of the title of an advert: that of its label, else the only one of the estate, else Dutch. */
function languageOfTitle(estate: Raw, title: Raw | undefined): string {
  const labelled = TITLE_LABELS.find(([words]) => words.test(String(title?.label ?? '')))?.[1];
  if (labelled) return labelled;
  const languages = Object.keys({ ...textsOf(estate.shortDescription), ...textsOf(estate.longDescription) });
  const [only = 'nl', ...others] = languages;
  return others.length === 0 ? only : 'nl';
}

/** The state of an estate as Status and Marquee. */
function stateOf(estate: Raw): { Status: number; Marquee: number } {
  const state = STATES[idOf(estate.purposeStatus)];
  const isEnded = state === 'sold' || state === 'rented';
  const status = idOf(estate.status);
  const isOff =
    !state ||
    estate.displayStatusId === OFFLINE ||
    (estate.displayStatusId === REALISATION && !isEnded) ||
    (!Number.isNaN(status) && status !== ACTIVE && !isEnded);
  if (isOff) return { Status: NOT_ON_OFFER, Marquee: 0 };
  return {
    active: { Status: 1, Marquee: 0 },
    option: { Status: 1, Marquee: 5 },
    sold: { Status: 2, Marquee: 3 },
    rented: { Status: 4, Marquee: 4 },
  }[state];
}

/** The type of an estate. `types` of settings/import.json may have keys such as "subCategory 90" and "category 6". */
function typeOf(estate: Raw, { types }: ImportSettings): unknown {
  const [category, sub] = [idOf(estate.category), idOf(estate.subCategory)];
  return (
    types[`subCategory ${sub}`] ??
    SUB_CATEGORIES[sub] ??
    types[`category ${category}`] ??
    CATEGORIES[category] ??
    `category ${category}`
  );
}

/** Texts by language. The short text is the advert where there is no long one. */
function titles(estate: Raw, details: ReadonlyMap<number, Raw>): Record<string, unknown> {
  const [short, long] = [textsOf(estate.shortDescription), textsOf(estate.longDescription)];
  const languages = Object.keys({ ...short, ...long });
  const { name } = estate;
  const subCategory = SUB_CATEGORY_NAMES[idOf(estate.subCategory)];
  return {
    DescriptionA: Object.fromEntries(languages.map((code) => [code, long[code] ?? short[code]])),
    // Without the title of the advert, the name of the estate is one in every language.
    ...(!details.has(1914) &&
      !isEmpty(name) && { TypeDescription: Object.fromEntries(languages.map((code) => [code, name])) }),
    ...(subCategory && { MainTypeName: { en: subCategory } }),
  };
}

/** `[{ languageId: 'nl-BE', content }]` by language. */
function textsOf(list: unknown): Record<string, string> {
  const texts = listOf(list)
    .map(recordOf)
    .filter(({ content }) => !isEmpty(content));
  return Object.fromEntries(
    texts.map(({ languageId, content }) => [String(languageId).slice(0, 2).toLowerCase(), String(content)]),
  );
}

/** Whether a detail has a value of an enumeration that none of its tables lists. */
const isUnknownIn = (id: number, detail: Raw): boolean => {
  const tables = (TABLES.get(id) ?? []).map(([, { choices = {} }]) => choices);
  const code = idOf(detail.enum);
  return code > 0 && tables.length > 0 && tables.every((table) => table[code] === undefined);
};

/** The details with an enumeration by their number; two of them may read the same one. */
const TABLES = Map.groupBy(
  DETAILS.filter(([, { choices }]) => choices),
  ([id]) => id,
);

const unknownDetail = (field: string, { enum: code, value }: Raw): Remark =>
  remark('REMARK_VALUE_UNKNOWN', { field, value: `${String(value).slice(0, 40)} (${idOf(code)})` });

function detailValue(detail: Raw | undefined, { date, yesNo, choices }: Detail): unknown {
  const value = String(detail?.value ?? '').trim();
  if (!detail || value === '') return '';
  if (choices) return choices[idOf(detail.enum)] ?? '';
  if (yesNo) return listedIn({ 1: yesNo[0], 0: yesNo[1] }, value) ?? '';
  // The month comes first, as in the United States.
  return date || isDate(detail) ? value.replace(/^(\d{1,2})\/(\d{1,2})\/(\d{4}).*$/, '$2/$1/$3') : value;
}

/** Whether Whise calls a detail a day, which an agency may have mapped by itself. */
const isDate = ({ type }: Raw): boolean => /^date/i.test(String(type ?? ''));

/** The energy performance; Whise writes it twice, as "246-246". */
const energyOf = (value: unknown): unknown => /^(-?[\d.,]+)-\1$/.exec(String(value ?? '').trim())?.[1] ?? value;

function picturesOf(estate: Raw): ExportRow['pictures'] {
  const pictures = listOf(estate.pictures).map(recordOf);
  return pictures
    .toSorted((a, b) => Number(a.order ?? 0) - Number(b.order ?? 0))
    .flatMap(({ id, urlXXL, urlLarge, updateDateTime }) => {
      const source = urlXXL || urlLarge;
      if (typeof source !== 'string' || source === '') return [];
      const number = Number(id);
      return [{ source, ...(number > 0 && { id: number, key: `whise ${number} ${updateDateTime}` }) }];
    });
}

const PAGE = 50;
/** A list that goes on for longer than this is not one of properties. */
const MOST_PAGES = 400;

/** Estates of Whise: responses of `v1/estates/list`, one file per page. */
export const whise: Importer = {
  name: 'whise',
  endings: ['.json'],
  read(files, settings) {
    const rows = new Map<string, ExportRow[]>();
    const totals = new Set<number>();
    const parents = new Set<string>();
    let [held, nameless] = [0, 0];
    for (const file of files) {
      const page = pageOf(file);
      if (!page.ok) return page;
      totals.add(page.total);
      held += page.estates.length;
      for (const estate of page.estates) {
        if (!Number.isInteger(estate.id) || Number(estate.id) <= 0) {
          nameless += 1;
          continue;
        }
        if (estate.canHaveChildren === true) parents.add(String(estate.id));
        if (Number(estate.parentId) > 0) parents.add(String(estate.parentId));
        rows.set(
          String(estate.id),
          rowsOfRecord(() => rowOfEstate(estate, settings)),
        );
      }
    }
    if (totals.size > 1)
      return incomplete(
        `the list changed while it was read (${[...totals].join(' and ')} estates); the next import reads it again`,
      );
    const [total = 0] = totals;
    if (rows.size + nameless < total)
      return incomplete(
        `${rows.size} of ${total} estates arrived${held > rows.size + nameless ? ', some of them twice' : ''}; ` +
          'the next import reads them again',
      );
    if (rows.size === 0 && nameless > 0)
      return { ok: false, problem: 'unparsable', message: 'no estate of the export has a number (id)' };
    if (rows.size === 0) return { ok: false, problem: 'empty', message: 'Whise has no estates for this client' };
    const details = [...DETAILS.map(([, { field }]) => field), ...Object.keys(SUMS)];
    const seen = [...rows.values()].flat().flatMap(({ fields }) => Object.keys(fields));
    // A project is no property of its own beside its units.
    const projects = [...parents].filter((id) => rows.delete(id));
    const { properties, notes } = propertiesOf(rows, settings);
    return {
      ...{ ok: true, properties, owned: [...new Set([...OWNED, ...details, ...seen])] },
      hasGaps: nameless > 0,
      notes: [...withoutNumber(nameless, 'id'), ...notes, ...projects.map((id) => remark('REMARK_PROJECT', { id }))],
    };
  },
  async fetch(connection) {
    const token = await whiseToken(connection);
    const files: ExportFile[] = [];
    for (let offset = 0, total = 1; offset < total && files.length < MOST_PAGES; offset += PAGE) {
      const text = await postToWhise(connection, 'v1/estates/list', { Page: { Limit: PAGE, Offset: offset } }, token);
      const file = { name: `estates ${offset + 1} to ${offset + PAGE}`, text };
      files.push(file);
      const page = pageOf(file);
      if (!page.ok) throw new CrmProblem('refused', page.message);
      total = page.total;
    }
    return files;
  },
};

const incomplete = (message: string): ExportReading => ({ ok: false, problem: 'incomplete', message });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type Page = { ok: true; estates: Raw[]; total: number };

function pageOf({ name, text }: ExportFile): Page | Extract<ExportReading, { ok: false }> {
  const response = parsed(text);
  const wrong = (problem: 'unparsable' | 'refused' | 'incomplete', message: string) =>
    ({ ok: false, problem, message }) as const;
  if (response === null || typeof response !== 'object')
    return wrong('unparsable', `${name} is no response of Whise: was it cut off?`);
  const data = recordOf(response);
  const errors = listOf(data.validationErrors).map(recordOf);
  // Whise takes a request that it does not understand without its filters, and calls it valid.
  if (data.isValidRequest === false || errors.length > 0)
    return wrong(
      'refused',
      `Whise did not take the request: ${String(errors[0]?.message ?? 'no reason').slice(0, 200)}`,
    );
  if (!Array.isArray(data.estates)) return wrong('unparsable', `${name} contains no list of estates`);
  const estates = data.estates.filter((one): one is Raw => one !== null && typeof one === 'object');
  const total = Number(data.totalCount ?? Number.NaN);
  if (!Number.isInteger(total)) return wrong('incomplete', `${name} does not say how many estates there are`);
  return { ok: true, estates, total };
}
