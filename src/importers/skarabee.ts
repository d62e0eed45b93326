import { XMLParser } from 'fast-xml-parser';
import { CrmProblem, callSkarabee } from '../features/crm/crm.ts';
import type { ExportReading } from '../features/import/export-reading.ts';
import type { ImportSettings } from '../features/import/settings.ts';
import { quoted, remark } from '../i18n/remark.server.ts';
import { isRecord, recordOf } from '../platform/values/values.ts';
import type { ExportFile, Importer } from './importer.ts';
import { type ExportRow, OWNED, propertiesOf, rowsOfRecord, unreadable, withoutNumber } from './property-of-rows.ts';
import { FIELDS } from './skarabee-codes.ts';
import { type Element, listAt, rowOfPublication, textAt } from './skarabee-publication.ts';

const LISTS = [
  'Picture',
  'CustomDescription',
  'Flash',
  'HeatingType',
  'GlazingType',
  'PublicationSummary',
  'Publication',
];

/** So many publications may be broken: five, or five in a hundred. */
const FEW = 5;
const SHARE = 0.05;

const xml = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  // Numbered entities are XML too.
  htmlEntities: true,
  isArray: (name) => LISTS.includes(name),
});

/** Publications of Skarabee (Weblink): the summaries, and one file for each publication that is active. */
export const skarabee: Importer = {
  name: 'skarabee',
  endings: ['.xml'],
  read(files, settings) {
    const all: Responses = { rows: new Map(), active: new Set(), hasSummaries: false, nameless: 0, projects: [] };
    for (const { failed } of files) if (failed) all.rows.set(failed.sourceId, [unreadable(failed.why)]);
    for (const file of files.filter(({ failed }) => !failed)) {
      const body = bodyOf(file);
      if (!body.ok) return body;
      addResponse(body.element, settings, all);
    }
    const problem = problemIn(all);
    if (problem) return problem;
    const { rows, hasSummaries, nameless, projects } = all;
    const own = [...rows.values()].flat().flatMap(({ fields }) => Object.keys(fields));
    const owned = [...new Set([...OWNED, ...FIELDS.map(({ field }) => field), ...own])];
    // Without the summaries, nobody knows what else there is.
    const { properties, notes } = propertiesOf(rows, settings);
    return {
      ...{
        ok: true,
        properties,
        notes: [
          ...withoutNumber(nameless, 'Info.ID'),
          ...notes,
          ...projects.map((id) => remark('REMARK_PROJECT', { id })),
        ],
        owned,
      },
      ...{ isPartial: !hasSummaries, hasGaps: nameless > 0 },
    };
  },
  async fetch(connection) {
    const text = await callSkarabee(connection, 'GetPublicationSummaries', '');
    const file = { name: 'summaries', text };
    const body = bodyOf(file);
    if (!body.ok) throw new CrmProblem('refused', body.message);
    const summaries = summariesIn(body.element);
    if (!summaries) throw new CrmProblem('refused', 'Skarabee sent no list of publications');
    const files: ExportFile[] = [file];
    const most = Math.max(FEW, Math.floor(summaries.active.size * SHARE));
    for (const [id, modified] of summaries.active) {
      const load = async () => {
        const publication = await callSkarabee(connection, 'GetPublication', `<PublicationId>${id}</PublicationId>`);
        const inside = bodyOf({ name: `publication ${id}`, text: publication });
        // What is not a publication is not remembered as one.
        if (!inside.ok) throw new CrmProblem('refused', inside.message);
        if (publicationsIn(inside.element).length === 0)
          throw new CrmProblem('incomplete', `publication ${id} did not arrive; the next import reads it again`);
        return publication;
      };
      // Only what has changed since an earlier import is read again.
      try {
        const text = modified ? await connection.remembered(`${id} ${modified}`, load) : await load();
        files.push({ name: `publication ${id}`, text });
      } catch (error) {
        // One that is broken does not hold up the others; many are a problem of Skarabee, or of the way to it.
        const failures = files.filter(({ failed }) => failed).length;
        if (!(error instanceof CrmProblem) || failures >= Math.min(most, summaries.active.size - 1)) throw error;
        files.push({ name: `publication ${id}`, text: '', failed: { sourceId: id, why: quoted(error.message) } });
      }
    }
    return files;
  },
};

/** What is read from all responses. */
interface Responses {
  /** The row of each publication, by its number. */
  rows: Map<string, ExportRow[]>;
  /** The numbers of the publications that are online by the summaries. */
  active: Set<string>;
  hasSummaries: boolean;
  /** How many publications have no number. */
  nameless: number;
  /** The numbers of the projects, which are no properties. */
  projects: string[];
}

/** Adds what is in the body of a response to what the others have. */
function addResponse(body: Element, settings: ImportSettings, all: Responses): void {
  const summaries = summariesIn(body);
  if (summaries) {
    all.hasSummaries = true;
    for (const id of summaries.active.keys()) all.active.add(id);
  }
  for (const publication of publicationsIn(body)) {
    const id = textAt(publication, 'Info.ID');
    if (!/^[1-9]\d*$/.test(id)) all.nameless += 1;
    else if (textAt(publication, 'Property.PropertyType') === 'PROJECT') all.projects.push(id);
    else
      all.rows.set(
        id,
        rowsOfRecord(() => rowOfPublication(publication, settings)),
      );
  }
}

/** Why the responses are not all publications; null when they are. */
function problemIn({ rows, active, nameless, projects }: Responses): NoReading | null {
  const missing = [...active].filter((id) => !rows.has(id) && !projects.includes(id));
  if (missing.length > 0)
    return {
      ok: false,
      problem: 'incomplete',
      message:
        `${missing.length} of ${active.size} active publications did not arrive ` +
        `(${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ' …' : ''}); the next import reads them again`,
    };
  if (rows.size === 0 && nameless > 0)
    return { ok: false, problem: 'unparsable', message: 'no publication has a number (Info.ID)' };
  if (rows.size === 0 && projects.length === 0)
    return { ok: false, problem: 'empty', message: 'Skarabee has no active publications' };
  return null;
}

type NoReading = Extract<ExportReading, { ok: false }>;
type Body = { ok: true; element: Element } | NoReading;

/** What is in the body of a SOAP response. */
function bodyOf({ name, text }: ExportFile): Body {
  let data: unknown;
  try {
    if (/<!DOCTYPE/i.test(text)) throw new Error('a web page');
    data = xml.parse(text, true);
  } catch {
    return { ok: false, problem: 'unparsable', message: `${name} is no response of Skarabee: was it cut off?` };
  }
  const body = recordOf(recordOf(data).Envelope).Body;
  if (!isRecord(body)) return { ok: false, problem: 'unparsable', message: `${name} is no response of Skarabee` };
  if (body.Fault) {
    const reason = textAt(body, 'Fault.Reason.Text') || textAt(body, 'Fault.faultstring') || 'no reason';
    return { ok: false, problem: 'refused', message: `${name}: Skarabee refused it (${reason.slice(0, 200)})` };
  }
  return { ok: true, element: body };
}

/** The publications that are online by the summaries, with the moment of their last change; null without summaries. */
function summariesIn(body: Element): { active: ReadonlyMap<string, string> } | null {
  const result = recordOf(body.GetPublicationSummariesResponse).GetPublicationSummariesResult;
  if (result === undefined) return null;
  const list = elementsNamed(result, 'PublicationSummary');
  const active = list.filter((one) => textAt(one, 'Active').toLowerCase() !== 'false' && textAt(one, 'ID') !== '');
  return { active: new Map(active.map((one) => [textAt(one, 'ID'), textAt(one, 'Modified')])) };
}

const publicationsIn = (body: Element): Element[] =>
  elementsNamed(body.GetPublicationResponse, 'Publication').filter((one) => listAt(one, 'Info').length > 0);

/** The elements with a name, however deep they are. */
function elementsNamed(value: unknown, name: string): Element[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === name ? [inner].flat().map(recordOf) : [inner].flat().flatMap((one) => elementsNamed(one, name)),
  );
}
