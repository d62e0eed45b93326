import { CrmProblem } from '../features/crm/crm-connection.ts';
import { postToWhise, whiseToken } from '../features/crm/whise-requests.ts';
import type { ExportReading } from '../features/import/export-reading.ts';
import { remark } from '../i18n/remark.server.ts';
import type { ExportFile, Importer } from './importer.ts';
import { type ExportRow, OWNED, propertiesOf, rowsOfRecord, withoutNumber } from './property-of-rows.ts';
import { DETAILS, SUMS } from './whise-codes.ts';
import { rowOfEstate, type WhiseEstate } from './whise-estate.ts';

const PAGE = 50;
/** A list that goes on for longer than this is not one of properties. */
const MOST_PAGES = 400;

type Raw = WhiseEstate;

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
    const seen = [...rows.values()].flatMap(([row]) => Object.keys(row!.fields));
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
  const data = parsed(text) as Raw | null;
  const wrong = (problem: 'unparsable' | 'refused' | 'incomplete', message: string) =>
    ({ ok: false, problem, message }) as const;
  if (data === null || typeof data !== 'object')
    return wrong('unparsable', `${name} is no response of Whise: was it cut off?`);
  const errors = Array.isArray(data.validationErrors) ? (data.validationErrors as Raw[]) : [];
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
