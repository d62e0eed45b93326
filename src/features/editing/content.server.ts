import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { changesBetween, mergeData } from '../../content/changes/save-edit.server.ts';
import { contentWith, draftFindings } from '../../content/check/draft-findings.server.ts';
import type { Content } from '../../content/content.ts';
import { CONTENT_KINDS, type ContentKindName, hasRows, kindOfFile } from '../../content/fields/content-kind.ts';
import type { FormNode } from '../../content/fields/form-node.ts';
import type { Conflict, Place } from '../../content/fields/pointer.ts';
import { type Finding, inWordsOfField } from '../../content/fields/posted-form.ts';
import { formOfFile, parseContent } from '../../content/files/content-schemas.server.ts';
import { readJson } from '../../content/files/read-json.server.ts';
import { findDraft, othersWithDraft } from '../../content/history/content-drafts.server.ts';
import { contentVersions, textOfVersion } from '../../content/history/content-history.server.ts';
import { contentWriterOf } from '../../content/history/content-writer.server.ts';
import { undoChange } from '../../content/history/undo-change.server.ts';
import { siteOfContent } from '../../content/site/catalogue.server.ts';
import type { Ctx } from '../../content/site/ctx.server.ts';
import type { Site } from '../../content/site/site.ts';
import type { Environment } from '../../platform/environment/environment.server.ts';
import { PREVIEW_MS, previewKey } from '../../platform/signing/signature.server.ts';
import { readImportState } from '../import/import-report.server.ts';
import { statementsOf } from '../property/advert.ts';
import { titleOf } from '../property/listing.ts';
import { type Property, propertySchema } from '../property/property.ts';
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
import { contentDuties, contentList } from './content-list.server.ts';
import { contentSaving } from './content-save.server.ts';
import { type ContentTools, openContentFiles, optionsOf, type Thing } from './content-store.server.ts';
import { contentImports } from './imports.server.ts';
import { openPictureFiles } from './picture-files.server.ts';

/** Folder below content/media/ of the pictures of pages, texts and people. */
const FOLDER = 'site';

/**
 * Opens the storing of pictures of pages, texts and people: with the same checks as photographs of properties. The
 * result is a path below content/media/; null for what is no usable picture.
 */
function openContentImages({ contentDir, dataDir }: Pick<Environment, 'contentDir' | 'dataDir'>) {
  const files = openPictureFiles({ contentDir, dataDir });
  return async (bytes: Uint8Array, name: string): Promise<string | null> => {
    const folder = join(dataDir, 'uploads');
    await mkdir(folder, { recursive: true });
    const path = join(folder, randomUUID());
    await writeFile(path, bytes);
    try {
      const hash = createHash('sha256').update(bytes).digest('hex');
      const stored = await files.store({ path, hash, name: `${name}.jpg`, isTooLarge: false } as never, FOLDER, false);
      return stored.ok ? stored.path : null;
    } finally {
      await rm(path, { force: true });
    }
  };
}

export interface ContentParts extends Pick<Ctx, 'database' | 'secret' | 'site' | 'siteUrl'> {
  settings: Pick<Environment, 'contentDir' | 'dataDir' | 'studioUrl'>;
}

/** Places of which somebody may change at least one, if they may change anything of a thing. */
const OFTEN_CHANGED: readonly Place[] = [[], ['DescriptionA'], ['Price'], ['hours'], ['openingHours'], ['agents']];
/** Others who wrote in a draft of the same thing within this time are named. */
const PRESENT_MS = 15 * 60_000;

/** The rooms of the content: lists, forms, drafts, saving and history. */
export function studioContent(parts: ContentParts) {
  const { settings, database, site, secret, siteUrl } = parts;
  const files = openContentFiles(settings.contentDir);
  const writer = contentWriterOf(database, settings);

  /** The form of a thing. */
  const formFor = ({ file, row }: Pick<Thing, 'file' | 'row'>): FormNode | null => {
    const form = formOfFile(file);
    return row === null ? form : form?.type === 'list' ? form.item : null;
  };
  const findings = (thing: Pick<Thing, 'file' | 'row'>, data: unknown, around: Content | null): Finding[] => {
    const form = formFor(thing);
    const closing = tagsThatClose(thing.file, data, { siteUrl, studioUrl: settings.studioUrl });
    const all = [...found(thing, data, around), ...closing];
    return all.map((finding) => (form ? inWordsOfField(form, data, finding) : finding));
  };
  const found = ({ file, row }: Pick<Thing, 'file' | 'row'>, data: unknown, around: Content | null): Finding[] => {
    const isNew = file.endsWith(`/${NEW}.json`);
    if (isNew) {
      // Something new is judged as if it had its identity.
      const kind = kindOfFile(file)!.kind;
      const name = nameOfNew(kind, data as Record<string, unknown>, []) ?? 'new';
      const whole = withIdentity(kind, data as Record<string, unknown>, name);
      return draftFindings(file.replace(`${NEW}.json`, `${name}.json`), whole, around, settings.contentDir);
    }
    if (row === null) return draftFindings(file, data, around, settings.contentDir);
    const rows = [...((files.whole(file) as unknown[] | null) ?? [])];
    const at = row === -1 ? rows.length : row;
    rows[at] = data;
    return draftFindings(file, rows, around, settings.contentDir)
      .filter(({ place }) => place[0] === at)
      .map((finding) => ({ ...finding, place: finding.place.slice(1) }));
  };
  /** The fields of a property that its CRM decides, by their name. */
  const ownedBy = (
    data: unknown,
  ): { source: string; owned: ReadonlySet<string>; taken: ReadonlySet<string> } | null => {
    const { Source: source, EditorFields: fields } = (data ?? {}) as { Source?: unknown; EditorFields?: unknown };
    if (typeof source !== 'string') return null;
    const state = /^[a-z][a-z0-9-]*$/.test(source) ? readImportState(settings.dataDir, source) : null;
    const taken = new Set(Array.isArray(fields) ? fields.map(String) : []);
    return { source, owned: new Set(state?.owned ?? []), taken };
  };
  const tools = { ...parts, files, writer, formFor, findings, ownedBy };

  return {
    ...contentList(tools),
    ...contentDuties(tools),
    ...contentImports(tools),
    ...contentSaving(tools),
    ...contentHistory(tools),
    find: files.find,
    /** Stores a picture; its path below content/media/, or null. */
    storeImage: openContentImages(settings),
    around: files.around,
    formFor,
    findings,
    /** The kinds of content that somebody may see. */
    kinds: (person: StaffMember): ContentKindName[] =>
      (Object.keys(CONTENT_KINDS) as ContentKindName[]).filter((kind) => mayReadKind(person, kind)),
    mayAdd: (person: StaffMember, kind: ContentKindName) => mayAddTo(person, kind),
    /** A thing as somebody edits it: with their draft, and what is wrong with it; null when they may not see it. */
    async open(kind: ContentKindName, name: string, person: StaffMember) {
      if (!mayReadKind(person, kind) || (name === NEW && !mayAddTo(person, kind))) return null;
      const thing = files.find(kind, name, person.member);
      const form = thing && formFor(thing);
      if (!thing || !form) return null;
      const key = { file: thing.file, row: thing.row, staffId: person.id };
      const draft = await findDraft(database, key);
      const around = files.around();
      // What others saved since the draft was begun is in it.
      const merged = draft && mergeData(draft.base, draft.data, name === NEW ? draft.base : thing.data);
      const data = merged?.data ?? thing.data;
      const base = name === NEW ? null : thing.data;
      const crm = ownedBy(thing.data);
      const canChange = (place: Place) =>
        thing.broken === null &&
        mayChange(person, thing.file, place, name === NEW ? data : thing.data) &&
        !(crm?.owned.has(String(place[0])) && !crm.taken.has(String(place[0])));
      const isDraft = draft !== null && !isDeepStrictEqual(data, thing.data);
      return {
        ...{ thing, form, data, base, crm, canChange },
        canSave: OFTEN_CHANGED.some((place) =>
          canChange([...place, ...(place[0] === 'agents' ? [person.member ?? ''] : [])]),
        ),
        draftAt: isDraft ? draft.at : null,
        conflicts: (merged?.conflicts ?? []) as readonly Conflict[],
        findings: name === NEW && !draft ? [] : findings(thing, data, around),
        options: optionsOf(around, person.language, listingOptions(person.language)),
        others: await othersWithDraft(database, key, new Date(Date.now() - PRESENT_MS).toISOString()),
        duties: kind === 'properties' ? dutiesOf(data, around) : [],
        preview: name === NEW || !around ? null : previewOf(thing, data, around, person, isDraft),
      };
    },
    /** Data with what follows from an edit: the town of its postcode, and no price before a change that is untrue. */
    withConsequences(kind: ContentKindName, data: unknown, before: unknown): unknown {
      if (kind !== 'properties' && kind !== 'projects') return data;
      const [edited, was] = [data as Record<string, unknown>, before as Record<string, unknown> | null];
      return withoutStalePrice(withTown(edited, was, site.cities), was);
    },
    isRowKind: (kind: ContentKindName) => hasRows(CONTENT_KINDS[kind]),
  };

  function listingOptions(language: string) {
    return site.listings.map((one) => ({ value: String(one.id), label: `${one.reference} ${titleOf(one, language)}` }));
  }

  /** What the law asks of the advert of a property, and whether it says so. */
  function dutiesOf(data: unknown, around: Content | null) {
    const property = propertySchema.safeParse(data);
    if (!property.success || !around) return [];
    return statementsOf(property.data as Property, around.propertyTypes, around.settings);
  }

  /** The page of the site that shows a thing, as it is on disk or in a draft; null without such a page. */
  function previewOf(
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
    const key = previewKey({ path: draft ? `${path}\n${draft}` : path, until, secret });
    const [, language = '', ...rest] = path.split('/');
    const query = new URLSearchParams({ key, ...(draft && { draft }) });
    return `${siteUrl}/${language}/preview/${rest.join('/')}?${query}`;
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
    return kind === 'settings' && (data as { banner?: unknown } | null)?.banner ? `/${shown}/` : null;
  }
}

const MOST = 60;

/** What happened to a thing, and undoing it. */
function contentHistory({ database, writer }: ContentTools) {
  const dataOf = async (file: string, number: number): Promise<{ data: unknown; isReadable: boolean }> => {
    const text = await textOfVersion(database, file, number);
    if (text === null || text === undefined) return { data: null, isReadable: true };
    const { data, problem } = readJson(file, Buffer.from(text));
    return { data, isReadable: !problem };
  };
  const history = async (thing: Thing, person: StaffMember): Promise<PastChange[]> => {
    const versions = await contentVersions(database, { file: thing.file, most: MOST + 1 });
    const read = await Promise.all(versions.map(({ number }) => dataOf(thing.file, number)));
    const rowOf = (data: unknown) => (thing.row === null ? data : ((data as unknown[] | null)?.[thing.row] ?? null));
    return versions.slice(0, MOST).flatMap(({ number, at, who, source, isRemoval }, index): PastChange[] => {
      const [now, before] = [read[index]!, read[index + 1]];
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
  };
  return {
    history,
    /** Undoes one change and keeps what came after it; false when the same field was changed again. */
    async undo(thing: Thing, number: number, person: StaffMember): Promise<boolean> {
      const change = (await history(thing, person)).find((one) => one.number === number);
      if (!change?.canUndo) return false;
      const by = { number, who: person.name, source: 'studio' as const };
      return (await undoChange(database, writer, thing.file, by)).ok;
    },
    /** What was taken off the site and can be put back. */
    async removed(kind: Thing['kind'], where: string, person: StaffMember): Promise<RemovedThing[]> {
      if (!mayAddTo(person, kind)) return [];
      const rows = await database.db
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
          const before = await database.db
            .selectFrom('content_versions')
            .select('number')
            .where('file', '=', file)
            .where('number', '<', number)
            .where('hash', '!=', '')
            .orderBy('number', 'desc')
            .executeTakeFirst();
          const data = before ? (await dataOf(file, before.number)).data : null;
          return { name: file.slice(where.length, -'.json'.length), at, who, data };
        }),
      );
    },
  };
}
