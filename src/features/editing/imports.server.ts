import type { Translate } from '../../i18n/label-key.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { isRemark, type Remark, remarkIn } from '../../i18n/remark.server.ts';
import { acceptedKey, addAccepted, readAccepted } from '../import/given-values.server.ts';
import { type ImportReport, readImportReports } from '../import/import-report.server.ts';
import { mayChange } from '../staff/rights.ts';
import type { StaffMember } from '../staff/staff.server.ts';
import { recordStaffEvent } from '../staff/staff-events.server.ts';
import { labelOr } from './change-words.ts';
import { formFor } from './content.server.ts';
import { namedPlace, titleOfThing } from './content-item.ts';
import type { EditingCtx } from './content-store.server.ts';

/** One property in the report of an import. */
interface ReportedProperty {
  id: number;
  /** What the agency calls it; null where that is its number. */
  reference: string | null;
  /** Null for a property that the site does not have. */
  title: string | null;
  /** Keys of the labels of the fields that changed. */
  fields: string[];
  /** What is said about it. */
  notes: string[];
  /** Whether somebody must confirm values. */
  isAsked: boolean;
  /** Whether they were confirmed since: the next import takes them. */
  isConfirmed: boolean;
}

/** The report of an import with the names of its properties. */
export interface ShownImport {
  /** The name of the importer. */
  source: string;
  /** When it ended, as an ISO moment. */
  at: string;
  /** Why nothing was changed; null when it was imported. */
  refused: string | null;
  /** What is said about the export as a whole. */
  notes: readonly string[];
  groups: { key: 'added' | 'changed' | 'gone' | 'left' | 'noted' | 'pictures'; properties: ReportedProperty[] }[];
}

// What the last imports did, for the page of the imports.

function labelOf(field: string): string {
  const [part] = namedPlace(formFor({ file: 'properties/1.json', row: null }), [field]).parts;
  return part && 'label' in part ? part.label : field;
}

/** A remark with the names that the studio gives to fields. */
function named(said: Remark, t: Translate): Remark {
  return {
    ...said,
    values: Object.fromEntries(
      Object.entries(said.values ?? {}).map(([name, value]) => {
        if (name === 'field' && typeof value === 'string') return [name, labelOr(t, labelOf(value), value)];
        if (Array.isArray(value)) return [name, (value as Remark[]).map((one) => named(one, t))];
        return [name, isRemark(value) ? named(value, t) : value];
      }),
    ),
  };
}

/** The last import of each source, the newest first. */
export function imports(ctx: EditingCtx, language: string): ShownImport[] {
  const t = labelsIn(language);
  const words = (said: Remark) => remarkIn(named(said, t), language, t);
  return readImportReports(ctx.settings.dataDir).map(({ source, at, refused, plan, notes, pictures }) => {
    const shown = (id: number, fields: readonly string[] = [], notes: string[] = []): ReportedProperty => {
      const data = ctx.files.find('properties', String(id))?.data;
      return {
        ...{
          id,
          fields: fields.map((field) => labelOf(field)),
          notes,
          isAsked: false,
          isConfirmed: false,
        },
        reference: plan?.references?.[id] ?? null,
        title: data ? titleOfThing('properties', data, String(id), language) : null,
      };
    };
    const accepted = readAccepted(ctx.settings.dataDir, source);
    const noted = Map.groupBy(plan?.notes ?? [], ({ id }) => id);
    const failed = Map.groupBy(pictures, ({ id }) => id);
    const groups: ShownImport['groups'] = [
      {
        key: 'left',
        properties: (plan?.skipped ?? []).map(({ id, why, odd = [] }) => ({
          ...shown(id, [], [words(why)]),
          isAsked: odd.length > 0,
          isConfirmed: odd.length > 0 && odd.every((one) => accepted.has(acceptedKey(id, one.field, one.value))),
        })),
      },
      { key: 'added', properties: [...(plan?.added ?? []), ...(plan?.returned ?? [])].map((id) => shown(id)) },
      { key: 'changed', properties: (plan?.changed ?? []).map(({ id, fields }) => shown(id, fields)) },
      { key: 'gone', properties: (plan?.removed ?? []).map((id) => shown(id)) },
      {
        key: 'noted',
        properties: [...noted].map(([id, all]) =>
          shown(
            id,
            [],
            all.map(({ note }) => words(note)),
          ),
        ),
      },
      {
        key: 'pictures',
        properties: [...failed].map(([id, all]) =>
          shown(
            id,
            [],
            all.map(({ source: url, reason }) => `${url} ${words(reason)}`),
          ),
        ),
      },
    ];
    return {
      ...{ source, at, refused: refused && words(refused), notes: notes.map(words) },
      groups: groups.filter(({ properties }) => properties.length > 0),
    };
  });
}

/**
 * Confirms the values of a property that the last import of a source left, so that the next one takes them; false
 * when somebody may not change them.
 */
export async function confirmImport(
  ctx: EditingCtx,
  source: string,
  id: number,
  person: StaffMember,
): Promise<boolean> {
  const report = readImportReports(ctx.settings.dataDir).find((one: ImportReport) => one.source === source);
  const odd = report?.plan?.skipped.find((one) => one.id === id)?.odd ?? [];
  const file = `properties/${id}.json`;
  const data = ctx.files.find('properties', String(id))?.data ?? null;
  if (odd.length === 0 || !odd.every(({ field }) => mayChange(person, file, [field], data))) return false;
  const values = odd.map(({ field, value }) => acceptedKey(id, field, value));
  await addAccepted(ctx.settings.dataDir, source, values);
  const by = { staffId: person.id, who: person.name };
  await recordStaffEvent(ctx.database.db, { ...by, action: 'import-confirm', subject: '', after: { source, values } });
  return true;
}
