import { type Author, changeFile, changeText, isNoJson } from '../../content/changes/change-file.server.ts';
import { changesBetween, type Edit, type Saved, saveEdit } from '../../content/changes/save-edit.server.ts';
import { CONTENT_KINDS, type ContentKindName, hasRows } from '../../content/fields/content-kind.ts';
import { pointerOf } from '../../content/fields/pointer.ts';
import type { Finding } from '../../content/fields/posted-form.ts';
import { readJson } from '../../content/files/read-json.server.ts';
import { discardDraft, keepContentDraft } from '../../content/history/content-drafts.server.ts';
import { contentVersions, textOfVersion } from '../../content/history/content-history.server.ts';
import { restoreVersion } from '../../content/history/undo-change.server.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { isRecord, listOf, recordOf } from '../../platform/values/values.ts';
import { giveBack } from '../import/given-values.server.ts';
import { togetherWith } from '../property/property-state.ts';
import { mayAddTo, mayChange } from '../staff/rights.ts';
import type { StaffMember } from '../staff/staff.server.ts';
import { findings, formFor, ownedBy } from './content.server.ts';
import { copyOf, NEW, nameOfNew, withIdentity } from './content-item.ts';
import type { EditingCtx, Thing } from './content-store.server.ts';

/** Why data was not written. */
export type Refusal = { kind: 'forbidden'; places: string[] } | { kind: 'invalid'; findings: readonly Finding[] };

const authorOf = ({ name }: StaffMember, why: string): Author => ({ who: name, source: 'studio', why });

// Writes what somebody edited; every write goes through the one writer of the content.

function orderOf(_ctx: EditingCtx, thing: Pick<Thing, 'file' | 'row'>) {
  const form = formFor(thing);
  return form?.type === 'group' ? ['$schema', 'ID', 'id', 'n', ...form.fields.keys()] : [];
}

/** What keeps a change from being written: rights, fields of a CRM, and errors that were not there before. */
function judge(ctx: EditingCtx, thing: Pick<Thing, 'file' | 'row'>, person: StaffMember) {
  return (present: unknown, next: unknown): Refusal | null => {
    const crm = ownedBy(ctx, present);
    const isLocked = (field: string) => (crm?.owned.has(field) ?? false) && !crm?.taken.has(field);
    const changes = present === null || next === null ? [{ place: [] }] : changesBetween(present, next);
    // Nobody gives themselves a property by naming themselves as its agent.
    const places = changes
      .map(({ place }) => place)
      .filter((place) => !mayChange(person, thing.file, place, present ?? next) || isLocked(String(place[0])));
    if (places.length > 0) return { kind: 'forbidden', places: places.map(pointerOf) };
    if (next === null) return null;
    const around = ctx.files.around();
    const nameOf = ({ place, label }: Finding) => `${pointerOf(place)} ${label}`;
    const before = new Set(present === null ? [] : findings(ctx, thing, present, around).map(nameOf));
    const errors = findings(ctx, thing, next, around).filter(
      (finding) => finding.severity === 'error' && !before.has(nameOf(finding)),
    );
    return errors.length > 0 ? { kind: 'invalid', findings: errors } : null;
  };
}

function keyOf({ file, row }: Pick<Thing, 'file' | 'row'>, person: StaffMember) {
  return {
    file,
    row,
    staffId: person.id,
  };
}

/** Writes what somebody edited, or says why it was not written. */
export async function save(
  ctx: EditingCtx,
  thing: Thing,
  { base, wanted }: Pick<Edit, 'base' | 'wanted'>,
  person: StaffMember,
  why = '',
): Promise<Saved<Refusal> | { ok: false; problem: 'broken' }> {
  const edit = { file: thing.file, row: thing.row, base: thing.isMissing ? null : base, wanted };
  return saveEdit(ctx.writer, edit, authorOf(person, why), judge(ctx, thing, person), orderOf(ctx, thing)).catch(
    (error: unknown) => {
      if (isNoJson(error)) return { ok: false, problem: 'broken' } as const;
      throw error;
    },
  );
}

/** The names that were ever used: a number is not given twice. */
async function allNames(ctx: EditingCtx, kind: ContentKindName, existing: readonly string[]): Promise<string[]> {
  const { where } = CONTENT_KINDS[kind];
  const known = await ctx.database.db
    .selectFrom('content_versions')
    .select('file')
    .distinct()
    .where('file', 'like', `${where}%`)
    .execute();
  const gone = kind === 'properties' ? await ctx.database.db.selectFrom('properties').select('id').execute() : [];
  const names = known.map(({ file }) => file.slice(where.length, -'.json'.length));
  return [...existing, ...names, ...gone.map(({ id }) => id)];
}

/** Writes something new; its name, or why it was not written. */
export async function create(
  ctx: EditingCtx,
  kind: ContentKindName,
  wanted: unknown,
  person: StaffMember,
): Promise<
  { ok: true; name: string } | Extract<Saved<Refusal>, { ok: false }> | { ok: false; problem: 'name' | 'broken' }
> {
  for (;;) {
    const existing = ctx.files.names(kind);
    const isRow = hasRows(CONTENT_KINDS[kind]);
    const name = isRow
      ? String(existing.length)
      : nameOfNew(kind, recordOf(wanted), await allNames(ctx, kind, existing));
    if (name === null) return { ok: false, problem: 'name' };
    const { where } = CONTENT_KINDS[kind];
    const thing: Thing = {
      ...{ kind, name, data: null, broken: null },
      ...(isRow ? { file: where, row: -1 } : { file: `${where}${name}.json`, row: null }),
    };
    const data = isRow ? wanted : withIdentity(kind, recordOf(wanted), name);
    const saved = await save(ctx, thing, { base: null, wanted: data }, person);
    // Somebody else took the same number at the same moment.
    if (!saved.ok && saved.problem === 'conflict') continue;
    if (!saved.ok) return saved;
    return { ok: true, name };
  }
}

/** Keeps what somebody typed and did not save yet. */
export function keepDraft(ctx: EditingCtx, thing: Thing, draft: { base: unknown; data: unknown }, person: StaffMember) {
  return keepContentDraft(ctx.database, keyOf(thing, person), draft);
}

/** Throws a draft away. */
export function discard(ctx: EditingCtx, thing: Thing, person: StaffMember) {
  return discardDraft(ctx.database, keyOf(thing, person));
}

/** Keeps a copy of something as the draft of a new one. */
export async function copy(ctx: EditingCtx, thing: Thing, person: StaffMember): Promise<boolean> {
  const fresh = ctx.files.find(thing.kind, NEW, person.member);
  if (!fresh || !mayAddTo(person, thing.kind)) return false;
  const data = copyOf(thing.kind, recordOf(thing.data), brusselsDay(Date.now()));
  await keepContentDraft(ctx.database, keyOf(fresh, person), { base: fresh.data, data });
  return true;
}

/** Takes a file off the site; the history keeps it, and a property also in content/gone/. */
export async function archive(ctx: EditingCtx, thing: Thing, person: StaffMember): Promise<boolean> {
  if (!mayAddTo(person, thing.kind) || !mayChange(person, thing.file, [], thing.data)) return false;
  const by = authorOf(person, 'archived');
  if (thing.row !== null) return (await save(ctx, thing, { base: thing.data, wanted: null }, person)).ok;
  if (thing.kind === 'properties')
    await changeFile(ctx.writer, thing.file.replace(/^properties/, 'gone'), by, () => thing.data);
  return changeText(ctx.writer, thing.file, by, () => null);
}

/** Puts back what was taken off the site; null when there is nothing of this name to put back. */
export async function restore(
  ctx: EditingCtx,
  kind: ContentKindName,
  name: string,
  person: StaffMember,
): Promise<boolean> {
  if (!mayAddTo(person, kind) || hasRows(CONTENT_KINDS[kind])) return false;
  const file = `${CONTENT_KINDS[kind].where}${name}.json`;
  const [newest, ...older] = await contentVersions(ctx.database, { file, most: 50 });
  const last = older.find(({ isRemoval }) => !isRemoval);
  if (!newest?.isRemoval || !last) return false;
  const text = await textOfVersion(ctx.database, file, last.number);
  // What was managed by a colleague is put back by them, or by who may change everything.
  if (!text || !mayChange(person, file, [], readJson(file, Buffer.from(text)).data)) return false;
  const { ok } = await restoreVersion(ctx.database, ctx.writer, file, {
    number: last.number,
    who: person.name,
    source: 'studio',
  });
  return ok;
}

/** Takes a field over from the CRM of a property, or gives it back. */
export async function setSource(
  ctx: EditingCtx,
  thing: Thing,
  field: string,
  isHere: boolean,
  person: StaffMember,
): Promise<boolean> {
  const crm = ownedBy(ctx, thing.data);
  if (!crm?.owned.has(field) || !mayChange(person, thing.file, [field], thing.data)) return false;
  const { ID } = recordOf(thing.data);
  const all = togetherWith(field);
  if (!isHere && typeof ID === 'number')
    for (const one of all) await giveBack(ctx.settings.dataDir, crm.source, ID, one);
  return changeFile(
    ctx.writer,
    thing.file,
    authorOf(person, isHere ? `took over ${field}` : `gave back ${field}`),
    (present) => {
      // Somebody has moved the file away meanwhile.
      if (!isRecord(present)) return undefined;
      const { EditorFields: fields, ...rest } = present;
      const others = listOf(fields).filter((one) => !all.includes(String(one)));
      const next = isHere ? [...others, ...all] : others;
      return next.length > 0 ? { ...present, EditorFields: next } : rest;
    },
  );
}
