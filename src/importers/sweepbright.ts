import {
  askSweepbright,
  type CrmConnection,
  CrmProblem,
  type PendingEvent,
  sweepbrightToken,
} from '../features/crm/crm.ts';
import type { ImportSettings } from '../features/import/settings.ts';
import { quoted, type Remark, remark } from '../i18n/remark.server.ts';
import { isRecord, listOf, recordOf } from '../platform/values/values.ts';
import type { Changes, Importer } from './importer.ts';
import { numberOf } from './numbers.ts';
import type { PriceTerms } from './prices.ts';
import { type ExportRow, OWNED, propertiesOf, rowsOfRecord, unknownState } from './property-of-rows.ts';
import { isEmpty, listedIn } from './source-values.ts';
import {
  AMENITIES,
  CONSTRUCTION,
  FIELDS,
  HEATING,
  OFF_STATES,
  RENT_PERIODS,
  SQUARE_METRES,
  STATES,
  SUB_TYPES,
  TYPES,
} from './sweepbright-codes.ts';

/** An estate that was published may be missing from the API for so long. */
const SETTLED_MS = 10 * 60_000;
const NOT_FOUND = 404;

/**
 * Fetches the estates of which SweepBright sent webhooks, one by one. An estate that is not published (404) is gone.
 * One that cannot be read does not hold up the others; when none can be read, the first problem is thrown.
 */
async function fetchEstates(
  connection: CrmConnection,
  events: readonly PendingEvent[],
  nowMs: number,
): Promise<Changes> {
  const changes: Changes = { files: [], goneIds: [], unread: [] };
  const changed = events.filter(({ kind }) => kind === 'changed');
  changes.goneIds.push(...events.filter(({ kind }) => kind === 'deleted').map(({ sourceId }) => sourceId));
  const token = changed.length > 0 ? await sweepbrightToken(connection) : '';
  let first: CrmProblem | null = null;
  for (const { sourceId, receivedAt } of changed) {
    try {
      const path = `estates/${encodeURIComponent(sourceId)}`;
      const text = await askSweepbright(connection, token, { method: 'GET', path });
      const isWhole = idIn(text) === sourceId;
      if (isWhole) changes.files.push({ name: `estate ${sourceId}`, text });
      else
        changes.unread.push({ sourceId, why: quoted(`the response to ${path} is not that estate: was it cut off?`) });
    } catch (error) {
      if (!(error instanceof CrmProblem)) throw error;
      if (error.status !== NOT_FOUND) {
        first ??= error;
        changes.unread.push({ sourceId, why: quoted(error.message) });
      } else if (nowMs - Date.parse(receivedAt) > SETTLED_MS) changes.goneIds.push(sourceId);
      else changes.unread.push({ sourceId, why: quoted(`estate ${sourceId} is not published yet`), isExpected: true });
    }
  }
  const isNothing = changes.files.length + changes.goneIds.length === 0;
  if (first && isNothing) throw first;
  return changes;
}

function idIn(text: string): unknown {
  try {
    return recordOf(JSON.parse(text)).id;
  } catch {
    return null;
  }
}

type Raw = Readonly<Record<string, unknown>>;

/** The status code of a property that is not on offer. */
const NOT_ON_OFFER = 5;
/** How a price of the agency's own words says that it is where prices start. */
const STARTS_FROM = /^(?:vanaf|à partir d|a partir d|from|starting|ab)\b/i;

/**
 * Estates of SweepBright: responses of `estates/{id}`, one file for each. SweepBright has no list, so other properties
 * stay.
 */
export const sweepbright: Importer = {
  name: 'sweepbright',
  endings: ['.json'],
  read(files, settings) {
    const rows = new Map<string, ExportRow[]>();
    const [projects, nameless]: [string[], string[]] = [[], []];
    const units: Record<string, string[]> = {};
    for (const { name, text } of files) {
      const estate = estateIn(text);
      if (!estate)
        return { ok: false, problem: 'unparsable', message: `${name} is no estate of SweepBright: was it cut off?` };
      const id = String(estate.id ?? '');
      if (!/^[\w-]{10,64}$/.test(id)) {
        nameless.push(name);
        continue;
      }
      if (estate.is_project !== true)
        rows.set(
          id,
          rowsOfRecord(() => rowOf(estate, settings)),
        );
      else {
        projects.push(id);
        units[id] = unitsOf(estate).map((unit) => String(unit.id));
        // Units arrive inside their project.
        for (const unit of unitsOf(estate))
          rows.set(
            String(unit.id),
            rowsOfRecord(() => rowOf(unit, settings)),
          );
      }
    }
    if (rows.size === 0 && projects.length === 0 && nameless.length > 0)
      return { ok: false, problem: 'unparsable', message: `${nameless.join(', ')}: no estate has a key (id)` };
    if (rows.size === 0 && projects.length === 0)
      return { ok: false, problem: 'empty', message: 'the export contains no estates' };
    const seen = [...rows.values()].flat().flatMap(({ fields }) => Object.keys(fields));
    const { properties, notes } = propertiesOf(rows, settings);
    return {
      ok: true,
      properties,
      owned: [...new Set([...OWNED, ...FIELDS.map(({ field }) => field), ...seen])],
      ...{ isPartial: true, units },
      notes: [
        ...nameless.map((file) => remark('REMARK_NO_KEY', { file })),
        ...notes,
        ...projects.map((id) => remark('REMARK_PROJECT', { id })),
      ],
    };
  },
  fetchChanged: fetchEstates,
};

/** The units inside a project, with their keys. */
function unitsOf({ properties }: Raw): Raw[] {
  const units = Array.isArray(properties) ? listOf(properties) : [];
  return units.filter((unit): unit is Raw => /^[\w-]{10,64}$/.test(String(recordOf(unit).id ?? '')));
}

function estateIn(text: string): Raw | null {
  try {
    const data: unknown = JSON.parse(text);
    return isRecord(data) ? data : null;
  } catch {
    return null;
  }
}

/** The value at a path such as `location.geo.latitude`; undefined where a part of it is missing. */
function at(estate: Raw, path: string): unknown {
  let found: unknown = estate;
  for (const name of path.split('.')) found = recordOf(found)[name];
  return found;
}

/** What "true" says too little about: which measure was ordered, which authority. */
const SAID_ONLY = FIELDS.flatMap(({ field, path }) =>
  ['JudicialDecision', 'Summons'].includes(field) ? [[field, path] as const] : [],
);

/** What estates are offered for. */
const NEGOTIATIONS: readonly string[] = ['sale', 'let'];

function rowOf(estate: Raw, settings: ImportSettings): ExportRow {
  const { type, sub_type: subType, negotiation } = estate;
  const isRent = negotiation === 'let';
  const isUnsaid = !isEmpty(negotiation) && !NEGOTIATIONS.includes(String(negotiation));
  const notes: Remark[] = [];
  const status = String(estate.status ?? '');
  const fields: Record<string, unknown> = {
    ...(listedIn(STATES, status) ?? { Status: NOT_ON_OFFER, Marquee: 0 }),
    RecordFile: at(estate, 'settings.reference') ?? estate.id,
    Goal: isEmpty(negotiation) ? '' : isRent ? 1 : 0,
    WebIDs:
      listedIn({ ...SUB_TYPES, ...settings.types }, subType) ?? listedIn({ ...TYPES, ...settings.types }, type) ?? type,
    TypeDescription: estate.description_title,
    DescriptionA: estate.description,
    HouseNumber: ['number', 'addition'].flatMap((part) => at(estate, `location.${part}`) || []).join(' '),
    City: { nl: at(estate, 'location.city') },
    CountryID: at(estate, 'location.country') ?? '',
    // What is not said to be shown is hidden.
    PublishPrice: at(estate, 'price.hidden') === false,
    PublishAddress: at(estate, 'location.hidden') === false,
    Construction: type === 'house' ? (listedIn(CONSTRUCTION, subType) ?? '') : '',
    Heating: Object.entries(HEATING).find(([name]) => at(estate, `features.energy.${name}`) === true)?.[1],
    Manager: managerOf(estate),
  };
  for (const { field, path, choices } of FIELDS) {
    const value = path.endsWith('.size') ? sizeOf(estate, path, notes) : at(estate, path);
    fields[field] = choices && !isEmpty(value) ? (listedIn(choices, value) ?? value) : (value ?? '');
  }
  // What the agency writes is what it shows.
  if (!isRent || isEmpty(fields.Price)) fields.Price = priceInWords(estate) ?? fields.Price;
  for (const [path, field] of Object.entries(settings.fields.sweepbright ?? {})) fields[field] = at(estate, path) ?? '';
  const amenities = Array.isArray(estate.amenities) ? estate.amenities : [];
  // A list of what is there: what is not in it may be there too.
  for (const [name, field] of Object.entries(AMENITIES)) fields[field] = amenities.includes(name) ? 'yes' : '';
  for (const [field, path] of SAID_ONLY)
    if (at(estate, path) === true) notes.push(remark('REMARK_VALUE_UNKNOWN', { field, value: 'true' }));
  return {
    ...{ language: '', fields, pictures: picturesOf(estate), three: 'decimals', notes },
    ...(isUnsaid && {
      unusable: remark('REMARK_GOAL_UNKNOWN_TO_VENDOR', { field: 'negotiation', value: String(negotiation) }),
    }),
    ...(listedIn(STATES, status) === undefined && !OFF_STATES.includes(status) && { unusable: unknownState(status) }),
    price: priceTermsOf(estate, isRent),
  };
}

/** A size in square metres; one in a unit that is not known is left out. */
function sizeOf(estate: Raw, path: string, notes: Remark[]): unknown {
  const [size, unit] = [at(estate, path), at(estate, path.replace(/size$/, 'unit'))];
  if (isEmpty(size) || isEmpty(unit)) return size;
  const factor = listedIn(SQUARE_METRES, unit);
  if (factor === undefined)
    notes.push(remark('REMARK_UNIT_UNKNOWN', { field: path.split('.').at(-2) ?? path, unit: String(unit) }));
  return factor === undefined ? '' : Math.round(Number(size) * factor * 100) / 100;
}

/** The number in the agency's own words for a price, such as "Vanaf 395.000 euro"; null when there is more. */
const priceInWords = ({ custom_price: words }: Raw): number | null =>
  numberOf(
    String(words ?? '')
      .trim()
      .replace(STARTS_FROM, '')
      .replace(/^(?:e|es)?\s+/, ''),
  );

function priceTermsOf(estate: Raw, isRent: boolean): PriceTerms {
  const { custom_price: words, rent_period: period } = estate;
  const currency = String(at(estate, 'price.currency') ?? '');
  if (!isEmpty(words) && !isRent && priceInWords(estate) !== null)
    return { currency, kind: STARTS_FROM.test(String(words).trim()) ? 'from' : 'total' };
  if (!isEmpty(words)) return { currency, kind: 'text' };
  if (!isRent || isEmpty(period)) return { currency };
  return { currency, kind: listedIn(RENT_PERIODS, period) ?? { unknown: String(period) } };
}

function managerOf(estate: Raw): string {
  return ['first_name', 'last_name']
    .flatMap((name) => at(estate, `negotiator.${name}`) ?? [])
    .join(' ')
    .trim();
}

/** The URL of a picture is signed and expires, so its key tells it apart. */
function picturesOf(estate: Raw): ExportRow['pictures'] {
  const images = listOf(estate.images).map(recordOf);
  return images
    .toSorted((a, b) => Number(a.ordinal ?? 0) - Number(b.ordinal ?? 0))
    .flatMap(({ id, url }) => (typeof url === 'string' && url ? [{ source: url, key: `sweepbright ${id}` }] : []));
}
