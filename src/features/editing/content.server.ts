import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { changesBetween, mergeData } from '../../content/changes/save-edit.server.ts';
import { contentWith, draftFindings } from '../../content/check/draft-findings.server.ts';
import type { Content } from '../../content/content.ts';
import { type ContentKindName, kindOfFile } from '../../content/fields/content-kind.ts';
import type { FormNode } from '../../content/fields/form-node.ts';
import type { Place } from '../../content/fields/pointer.ts';
import { type Finding, inWordsOfField } from '../../content/fields/posted-form.ts';
import { formOfFile, parseContent } from '../../content/files/content-schemas.server.ts';
import { readJson } from '../../content/files/read-json.server.ts';
import { findDraft, othersWithDraft } from '../../content/history/content-drafts.server.ts';
import { contentVersions, textOfVersion } from '../../content/history/content-history.server.ts';
import { undoChange } from '../../content/history/undo-change.server.ts';
import { siteOfContent } from '../../content/site/catalogue.server.ts';
import type { Site } from '../../content/site/site.ts';
import { PREVIEW_MS, previewKey } from '../../platform/signing/signature.server.ts';
import { isRecord, itemAt, listOf, recordOf } from '../../platform/values/values.ts';
import { readImportState } from '../import/import-state.server.ts';
import { takenFields } from '../import/property-file.server.ts';
import { statementsOf } from '../property/advert.ts';
import { titleOf } from '../property/listing.ts';
import { propertySchema } from '../property/property.ts';
import { togetherWith, withMarquee, withStatus } from '../property/property-state.ts';
import { mayAddTo, mayChange, mayReadKind } from '../staff/rights.ts';
import type { StaffMember } from '../staff/staff.server.ts';
import { tagsThatClose } from '../staff/studio-place.server.ts';
import {
  NEW,
  nameOfNew,
  type PastChange,
  type RemovedThing,
  withIdentity,
  withoutStalePrice,
  withTown,
} from './content-item.ts';
import { type EditingCtx, optionsOf, type Thing } from './content-store.server.ts';
import { openPictureFiles } from './picture-files.server.ts';

/** Folder below content/media/ of the pictures of pages, texts and people. */
const FOLDER = 'site';

/**
 * Stores a picture of pages, texts and people: with the same checks as photographs of properties. The result is a path
 * below content/media/; null for what is no usable picture.
 */
export async function storeImage({ settings }: Pick<EditingCtx, 'settings'>, bytes: Uint8Array, name: string) {
  const folder = join(settings.dataDir, 'uploads');
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  await writeFile(path, bytes);
  try {
    const hash = createHash('sha256').update(bytes).digest('hex');
    const picture = { path, hash, name: `${name}.jpg`, isTooLarge: false };
    const stored = await openPictureFiles(settings).store(picture, FOLDER, false);
    return stored.ok ? stored.path : null;
  } finally {
    await rm(path, { force: true });
  }
}

/** Places of which somebody may change at least one, if they may change anything of a thing. */
const OFTEN_CHANGED: readonly Place[] = [[], ['DescriptionA'], ['Price'], ['hours'], ['openingHours'], ['agents']];
/** Others who wrote in a draft of the same thing within this time are named. */
const PRESENT_MS = 15 * 60_000;

// The sections of the content: lists, forms, drafts, saving and history.

/** The form of a thing. */
export function formFor({ file, row }: Pick<Thing, 'file' | 'row'>): FormNode | null {
  const form = formOfFile(file);
  return row === null ? form : form?.type === 'list' ? form.item : null;
}

/** What is wrong with data of a file or row, in the words of its form. */
export function findings(
  ctx: EditingCtx,
  thing: Pick<Thing, 'file' | 'row'>,
  data: unknown,
  around: Content | null,
): Finding[] {
  const form = formFor(thing);
  const closing = tagsThatClose(thing.file, data, { siteUrl: ctx.siteUrl, studioUrl: ctx.settings.studioUrl });
  const all = [...found(ctx, thing, data, around), ...closing];
  return all.map((finding) => (form ? inWordsOfField(form, data, finding) : finding));
}

function found(
  ctx: EditingCtx,
  { file, row }: Pick<Thing, 'file' | 'row'>,
  data: unknown,
  around: Content | null,
): Finding[] {
  const kind = file.endsWith(`/${NEW}.json`) ? kindOfFile(file)?.kind : undefined;
  if (kind) {
    // Something new is judged as if it had its identity.
    const name = nameOfNew(kind, recordOf(data), []) ?? 'new';
    const whole = withIdentity(kind, recordOf(data), name);
    return draftFindings(file.replace(`${NEW}.json`, `${name}.json`), whole, around, ctx.settings.contentDir);
  }
  if (row === null) return draftFindings(file, data, around, ctx.settings.contentDir);
  const rows = [...listOf(ctx.files.whole(file))];
  const at = row === -1 ? rows.length : row;
  rows[at] = data;
  return draftFindings(file, rows, around, ctx.settings.contentDir)
    .filter(({ place }) => place[0] === at)
    .map((finding) => ({ ...finding, place: finding.place.slice(1) }));
}

/** The fields of a property that its CRM decides, by their name. */
export function ownedBy(
  ctx: EditingCtx,
  data: unknown,
): { source: string; owned: ReadonlySet<string>; taken: ReadonlySet<string> } | null {
  const { Source: source } = recordOf(data);
  if (typeof source !== 'string') return null;
  const state = /^[a-z][a-z0-9-]*$/.test(source) ? readImportState(ctx.settings.dataDir, source) : null;
  return { source, owned: new Set(state?.owned?.flatMap(togetherWith)), taken: takenFields(recordOf(data)) };
}

function listingOptions(ctx: EditingCtx, language: string) {
  return ctx.site.listings.map((one) => ({
    value: String(one.id),
    label: `${one.reference} ${titleOf(one, language)}`,
  }));
}

/** What the law asks of the advert of a property, and whether it says so. */
function dutiesOf(data: unknown, around: Content | null) {
  const property = propertySchema.safeParse(data);
  if (!property.success || !around) return [];
  return statementsOf(property.data, around.propertyTypes, around.settings);
}

/** The page of the site that shows a thing, as it is on disk or in a draft; null without such a page. */
function previewOf(
  ctx: EditingCtx,
  thing: Thing,
  data: unknown,
  around: Content,
  person: StaffMember,
  isDraft: boolean,
): string | null {
  const parsed = thing.row === null ? parseContent(thing.file, data) : undefined;
  const content = parsed?.success ? contentWith(around, thing.file, parsed.data) : null;
  if (!content) return null;
  const path = pathOf(thing, siteOfContent(content), person.language);
  if (!path) return null;
  const draft = isDraft ? `${person.id}:${thing.file}` : null;
  const until = Date.now() + PREVIEW_MS;
  const key = previewKey({ path: draft ? `${path}\n${draft}` : path, until, secret: ctx.secret });
  const [, language = '', ...rest] = path.split('/');
  const query = new URLSearchParams({ key, ...(draft && { draft }) });
  return `${ctx.siteUrl}/${language}/preview/${rest.join('/')}?${query}`;
}

function pathOf({ kind, name, data }: Thing, site: Site, language: string): string | null {
  const shown = site.languages.includes(language) ? language : site.defaultLanguage;
  if (kind === 'properties') {
    const listing = site.listing(Number(name));
    return listing ? site.listingPath(listing, shown) : null;
  }
  const project = kind === 'projects' ? site.projects.find(({ ID }) => String(ID) === name) : undefined;
  if (project) return site.projectPath(project, shown);
  const page = kind === 'pages' ? site.page({ id: name }) : null;
  if (page) return site.pagePath(page, shown);
  const row = kind === 'articles' ? site.routes.find(({ article }) => article === name) : undefined;
  if (row) return site.paths.ofRow(row, shown);
  return kind === 'settings' && recordOf(data).banner ? `/${shown}/` : null;
}

/** A thing as somebody edits it: with their draft, and what is wrong with it; null when they may not see it. */
export async function open(ctx: EditingCtx, kind: ContentKindName, name: string, person: StaffMember) {
  if (!mayReadKind(person, kind) || (name === NEW && !mayAddTo(person, kind))) return null;
  const thing = ctx.files.find(kind, name, person.member);
  const form = thing && formFor(thing);
  if (!thing || !form) return null;
  const key = { file: thing.file, row: thing.row, staffId: person.id };
  const draft = await findDraft(ctx.database, key);
  const around = ctx.files.around();
  // What others saved since the draft was begun is in it.
  const merged = draft && mergeData(draft.base, draft.data, name === NEW ? draft.base : thing.data);
  const found = merged?.data ?? thing.data;
  const data = kind === 'properties' && isRecord(found) ? withMarquee(found, ctx.site.settings.site.marquee) : found;
  const base = name === NEW ? null : thing.data;
  const crm = ownedBy(ctx, thing.data);
  const canChange = (place: Place) =>
    thing.broken === null &&
    mayChange(person, thing.file, place, name === NEW ? data : thing.data) &&
    !(crm?.owned.has(String(place[0])) && !crm.taken.has(String(place[0])));
  const isDraft = draft !== null && !isDeepStrictEqual(found, thing.data);
  return {
    ...{ thing, form, data, base, crm, canChange },
    canSave: OFTEN_CHANGED.some((place) =>
      canChange([...place, ...(place[0] === 'agents' ? [person.member ?? ''] : [])]),
    ),
    draftAt: isDraft ? draft.at : null,
    conflicts: merged?.conflicts ?? [],
    findings: name === NEW && !draft ? [] : findings(ctx, thing, data, around),
    options: optionsOf(around, person.language, listingOptions(ctx, person.language)),
    others: await othersWithDraft(ctx.database, key, new Date(Date.now() - PRESENT_MS).toISOString()),
    duties: kind === 'properties' ? dutiesOf(data, around) : [],
    preview: name === NEW || !around ? null : previewOf(ctx, thing, data, around, person, isDraft),
  };
}

/** Data with what follows from an edit: the town of its postcode, and no price before a change that is untrue. */
export function withConsequences(ctx: EditingCtx, kind: ContentKindName, data: unknown, before: unknown): unknown {
  if (kind !== 'properties' && kind !== 'projects') return data;
  const was = isRecord(before) ? before : null;
  const next = withoutStalePrice(withTown(recordOf(data), was, ctx.site.cities), was);
  return kind === 'properties' ? withStatus(next, was, ctx.site.settings.site.marquee) : next;
}

const MOST = 60;

// What happened to a thing, and undoing it.

async function dataOf(ctx: EditingCtx, file: string, number: number): Promise<{ data: unknown; isReadable: boolean }> {
  const text = await textOfVersion(ctx.database, file, number);
  if (text === null || text === undefined) return { data: null, isReadable: true };
  const { data, problem } = readJson(file, Buffer.from(text));
  return { data, isReadable: !problem };
}

/** What happened to a file or row, the newest change first. */
export async function history(ctx: EditingCtx, thing: Thing, person: StaffMember): Promise<PastChange[]> {
  const versions = await contentVersions(ctx.database, { file: thing.file, most: MOST + 1 });
  const read = await Promise.all(versions.map(({ number }) => dataOf(ctx, thing.file, number)));
  const rowOf = (data: unknown) => (thing.row === null ? data : (listOf(data)[thing.row] ?? null));
  return versions.slice(0, MOST).flatMap(({ number, at, who, source, isRemoval }, index): PastChange[] => {
    const now = itemAt(read, index);
    const before = read[index + 1];
    const about = { number, at, who, source };
    if (!before) return [{ ...about, kind: 'created', changes: [], canUndo: false }];
    if (isRemoval) return [{ ...about, kind: 'removed', changes: [], canUndo: false }];
    if (!now.isReadable || !before.isReadable) return [{ ...about, kind: 'unreadable', changes: [], canUndo: false }];
    if (before.data === null) return [{ ...about, kind: 'created', changes: [], canUndo: false }];
    const changes = changesBetween(rowOf(before.data), rowOf(now.data));
    if (thing.row !== null && changes.length === 0) return [];
    const canUndo = changes.every(({ place }) => mayChange(person, thing.file, place, thing.data));
    return [{ ...about, kind: changes.length > 0 ? 'changed' : 'layout', changes, canUndo }];
  });
}

/** Undoes one change and keeps what came after it; false when the same field was changed again. */
export async function undo(ctx: EditingCtx, thing: Thing, number: number, person: StaffMember): Promise<boolean> {
  const change = (await history(ctx, thing, person)).find((one) => one.number === number);
  if (!change?.canUndo) return false;
  const by = { number, who: person.name, source: 'studio' as const };
  return (await undoChange(ctx.database, ctx.writer, thing.file, by)).ok;
}

/** What was taken off the site and can be put back. */
export async function removed(
  ctx: EditingCtx,
  kind: Thing['kind'],
  where: string,
  person: StaffMember,
): Promise<RemovedThing[]> {
  if (!mayAddTo(person, kind)) return [];
  const rows = await ctx.database.db
    .selectFrom('content_versions')
    .select(['file', 'at', 'who', 'number'])
    .where('replaced_at', 'is', null)
    .where('hash', '=', '')
    .where('file', 'like', `${where}%`)
    .orderBy('at', 'desc')
    .limit(MOST)
    .execute();
  return Promise.all(
    rows.map(async ({ file, at, who, number }) => {
      const before = await ctx.database.db
        .selectFrom('content_versions')
        .select('number')
        .where('file', '=', file)
        .where('number', '<', number)
        .where('hash', '!=', '')
        .orderBy('number', 'desc')
        .executeTakeFirst();
      const data = before ? (await dataOf(ctx, file, before.number)).data : null;
      return { name: file.slice(where.length, -'.json'.length), at, who, data };
    }),
  );
}
