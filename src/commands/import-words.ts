import { styleText } from 'node:util';
import type { ImportResult } from '../features/import/import-properties.server.ts';
import { inEnglish, isRemark, type Remark } from '../i18n/remark.server.ts';

const MOST_LINES = 60;
const MOST_IDS = 3;

/** Equal notes of several properties in one line. */
function groupedNotes(notes: readonly { id: number; note: Remark }[], nameOf: (id: number) => string): string[] {
  return [...Map.groupBy(notes, ({ note }) => inEnglish(note))].map(([note, all]) => {
    const ids = all.slice(0, MOST_IDS).map(({ id }) => nameOf(id));
    return all.length === 1
      ? `  ${ids[0]}  ${note}`
      : `  ${all.length} properties (${ids.join(', ')}${all.length > MOST_IDS ? ' …' : ''})  ${note}`;
  });
}

/** The result of an import in lines for people; a dry run lists also what would be refused. */
export function importInWords(result: ImportResult, isDry: boolean): string {
  if (result.ok) return linesOf(result, isDry);
  if (!isDry || !result.plan) return styleText('red', `Nothing was changed: ${result.message}.`);
  const { plan, message, notes = [] } = result;
  const lines = linesOf({ plan, notes, pictures: { fetched: 0, failed: [] } }, true);
  return `${lines}\n${styleText('red', `It would be refused: ${message}.`)}`;
}

type Listed = Pick<Extract<ImportResult, { ok: true }>, 'plan' | 'notes' | 'pictures'>;

function linesOf({ plan, notes, pictures }: Listed, isDry: boolean): string {
  const nameOf = (id: number) => `${id}${plan.references?.[id] ? ` (${plan.references[id]})` : ''}`;
  // What somebody must look at comes first, and whole.
  const left = [
    ...plan.skipped.map(({ id, why, isNew, odd }) => {
      const confirm = odd ? `, in the studio or with --accept ${id}` : '';
      return styleText(
        'red',
        `! ${nameOf(id)}  ${isNew ? 'not added' : 'left as it was'}: ${inEnglish(why)}${confirm}`,
      );
    }),
  ];
  const lines = [
    ...plan.added.map((id) => styleText('green', `+ ${id}`)),
    ...plan.returned.map((id) => styleText('green', `+ ${id}  returned`)),
    ...plan.changed.map(({ id, fields }) => `~ ${id}  ${fields.join(', ')}`),
    ...plan.removed.map((id) => styleText('yellow', `- ${id}  gone`)),
    ...groupedNotes(plan.notes, nameOf),
    ...pictures.failed.map(({ id, source, reason }) => `  ${nameOf(id)}  picture ${source} ${inEnglish(reason)}`),
  ];
  const shown = lines.slice(0, MOST_LINES);
  if (lines.length > shown.length) shown.push(`… and ${lines.length - shown.length} more lines; --json has all.`);
  const { added, returned, changed, removed, same, skipped } = plan;
  const fresh = skipped.filter(({ isNew }) => isNew).length;
  return [
    ...left,
    ...shown,
    ...notes.map((note) => styleText('yellow', `  ${inEnglish(note)}`)),
    `${isDry ? 'Would be: ' : ''}${added.length} added, ${returned.length} returned, ${changed.length} changed, ` +
      `${removed.length} gone, ${same} the same, ${skipped.length - fresh} left as they were, ${fresh} not added` +
      `${isDry ? '.' : `; ${pictures.fetched} pictures fetched.`}`,
  ].join('\n');
}

/** The same for programs: remarks are sentences. */
export const importAsJson = (result: object): string =>
  JSON.stringify(result, (_key, value: unknown) => (isRemark(value) ? inEnglish(value) : value), 2);
