import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentWriter } from '../../content/changes/change-file.server.ts';
import { contentWith } from '../../content/check/draft-findings.server.ts';
import type { Content } from '../../content/content.ts';
import {
  CONTENT_KINDS,
  type ContentKind,
  type ContentKindName,
  fileOf,
  hasRows,
  kindOfFile,
} from '../../content/fields/content-kind.ts';
import type { Reference } from '../../content/fields/field-kind.ts';
import { addImageVersions } from '../../content/files/add-image-versions.ts';
import { parseContent } from '../../content/files/content-schemas.server.ts';
import { readContent } from '../../content/files/read-content.server.ts';
import { readJson } from '../../content/files/read-json.server.ts';
import { findDraft } from '../../content/history/content-drafts.server.ts';
import type { Ctx } from '../../content/site/ctx.server.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { type Localized, localized } from '../../i18n/languages.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { type Environment, studioOriginOf } from '../../platform/environment/environment.server.ts';
import { openFileCache } from '../../platform/files/file-cache.server.ts';
import { previewKeyIsValid } from '../../platform/signing/signature.server.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { listOf, recordOf } from '../../platform/values/values.ts';
import { addBrandFacts } from '../brand/brand-media.server.ts';
import { FORMS } from '../lead/forms.ts';
import { COUNTRIES, countryName } from '../place/country.ts';
import { namesOf } from './change-words.ts';
import { NEW, newThing } from './content-item.ts';
import type { TextFiles } from './text-files.server.ts';

/** One thing that is edited: a file, or a row of a file. */
export interface Thing {
  kind: ContentKindName;
  name: string;
  file: string;
  row: number | null;
  /** What is stored; null for something new. */
  data: unknown;
  /** Line at which the file is no valid JSON; null when it can be read. */
  broken: number | null;
  /** true: settings without a file, which saving writes. */
  isMissing?: true;
}

/** Settings that may have no file yet; saving them writes it. */
const WITHOUT_FILE = ['brand', 'offices'];

const isWithoutFile = (kind: ContentKindName, name: string) => kind === 'settings' && WITHOUT_FILE.includes(name);

const OFFICE_FIELDS = 'street zip city latitude longitude phone email hours openingHours'.split(' ');

/**
 * What a form of settings without a file begins with: for offices the one that visitors know, so that a second one does
 * not replace it.
 */
function firstSettings(name: string, site: unknown): Record<string, unknown> {
  if (name !== 'offices') return {};
  const { agency, enabledLanguages } = recordOf(site);
  const known = recordOf(agency);
  const names = Object.fromEntries(listOf(enabledLanguages).map((language) => [String(language), known.name]));
  const fields = OFFICE_FIELDS.flatMap((field) => (field in known ? [[field, known[field]]] : []));
  return { offices: [{ id: 'office', name: names, ...Object.fromEntries(fields) }] };
}

/** The content folder as the studio reads it: as it is now, whether it is published or not. */
export function openContentFiles(contentDir: string) {
  const cache = openFileCache();
  const read = (file: string): { data: unknown; broken: number | null } => {
    cache.lookAgain();
    if (!existsSync(join(contentDir, file))) return { data: null, broken: null };
    const { data, problem } = cache.of('studio', join(contentDir, file), (bytes) => readJson(file, bytes));
    return problem ? { data: null, broken: problem.line ?? 1 } : { data, broken: null };
  };
  const rowsOf = (kind: ContentKind): unknown[] => {
    const { data } = read(kind.where);
    return Array.isArray(data) ? data : [];
  };
  return {
    /** The names of all things of a kind, in the order of their file names or rows. */
    names(kind: ContentKindName): string[] {
      const { where } = CONTENT_KINDS[kind];
      if (hasRows(CONTENT_KINDS[kind])) return rowsOf(CONTENT_KINDS[kind]).map((_row, at) => String(at));
      const folder = join(contentDir, where);
      if (!existsSync(folder)) return [];
      const names = readdirSync(folder).flatMap((one) => (/^[^.].*\.json$/.test(one) ? [one.slice(0, -5)] : []));
      if (kind === 'settings') names.push(...WITHOUT_FILE.filter((name) => !names.includes(name)));
      return names.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
    },
    /** One thing; null when there is none of this name. Something new has the name `_new`. */
    find(kind: ContentKindName, name: string, member: string | null = null): Thing | null {
      const isNew = name === NEW && CONTENT_KINDS[kind].isOpen;
      if (isNew) {
        const row = hasRows(CONTENT_KINDS[kind]) ? -1 : null;
        const { where } = CONTENT_KINDS[kind];
        const data = newThing(kind, { day: brusselsDay(Date.now()), member });
        return { kind, name, file: row === null ? `${where}${NEW}.json` : where, row, data, broken: null };
      }
      const place = fileOf(CONTENT_KINDS[kind], name);
      if (!place) return null;
      const { data: whole, broken } = read(place.file);
      const data = place.row === null ? whole : (listOf(whole)[place.row] ?? null);
      if (data === null && broken === null)
        return isWithoutFile(kind, name)
          ? {
              kind,
              name,
              ...place,
              data: firstSettings(name, read('settings/site.json').data),
              broken,
              isMissing: true,
            }
          : null;
      return { kind, name, ...place, data, broken };
    },
    /** The data of a whole file; null when it does not exist or cannot be read. */
    whole: (file: string): unknown => read(file).data,
    /** Everything but the properties, as it is on disk; null when an essential file cannot be read. */
    around(): Content | null {
      cache.lookAgain();
      return readContent(contentDir, cache, { withProperties: false }).readable;
    },
  };
}
type ContentFiles = ReturnType<typeof openContentFiles>;

/**
 * The content with the draft of a person in place of a file; `draft` is `{staffId}:{file}`. Null when there is no such
 * draft, or when it cannot be shown as it is.
 */
async function contentWithDraft(
  database: Pick<Database, 'db'>,
  content: Content,
  draft: string,
): Promise<{ content: Content; form: string } | null> {
  const [staffId = '', file = ''] = draft.split(/:(.*)/s);
  const found = await findDraft(database, { file, row: null, staffId });
  const parsed = parseContent(file, found?.data);
  const thing = kindOfFile(file);
  const changed = parsed?.success ? contentWith(content, file, parsed.data) : null;
  return changed && thing ? { content: changed, form: `/studio/content/${thing.kind}/${thing.name}/` } : null;
}

/** What references can name, from the content as it is on disk. */
export function optionsOf(
  content: Content | null,
  language: string,
  listings: { value: string; label: string }[],
): (of: Reference) => { value: string; label: string }[] {
  const text = (value: Localized | string) => (typeof value === 'string' ? value : localized(value, language));
  return (of) => {
    if (!content) return [];
    switch (of) {
      case 'member':
      case 'office':
      case 'project':
        return namesOf(content, language, of);
      case 'property':
        return listings;
      case 'article':
        return content.articles.map(({ id, title }) => ({ value: id, label: text(title) }));
      case 'route':
        return content.routes.map(({ name, paths }) => ({ value: name, label: `${name} (/${text(paths)})` }));
      case 'page':
        return content.pages.map(({ id, name }) => ({ value: id, label: text(name) }));
      case 'type':
        return content.propertyTypes.map(({ WebID, Name }) => ({ value: String(WebID), label: text(Name) }));
      case 'town':
        return content.cities.map(({ Zip, Name }) => ({ value: `${Zip} ${text(Name)}`, label: '' }));
      case 'country':
        return Object.keys(COUNTRIES)
          .map((id) => ({ value: id, label: countryName(Number(id), language) }))
          .sort((a, b) => a.label.localeCompare(b.label, language));
      case 'image':
        return imagesOf(content).map((value) => ({ value, label: '' }));
      case 'form':
        return FORMS.map(({ name, entryTitle, title }) => ({
          value: name,
          label: labelsIn(language)(entryTitle ?? title),
        }));
      case 'relation':
        return relationsOf(content, text);
      default:
        return [];
    }
  };
}

/** The pictures that pages, texts, people and projects use, each once. */
function imagesOf({ pages, articles, members, projects }: Content): string[] {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    for (const [key, inner] of Object.entries(value)) {
      if ((key === 'src' || key === 'Url') && typeof inner === 'string') found.add(inner);
      else look(inner);
    }
  };
  look([pages, articles, members, projects]);
  return [...found].sort();
}

/** What a module can show: texts, groups of texts, lists and the team. */
function relationsOf({ articles }: Content, text: (value: Localized) => string): { value: string; label: string }[] {
  const groups = [...new Set(articles.flatMap(({ group }) => group ?? []))].sort();
  return [
    ...articles.map(({ id, title }) => ({ value: id, label: text(title) })),
    ...groups.map((group) => ({ value: group, label: `${group} (…)` })),
    ...['sale', 'rent', 'team', 'testimonials'].map((value) => ({ value, label: value })),
  ];
}

/** What the content pages of the studio share: the content folder as it is now. */
export interface EditingCtx extends Pick<Ctx, 'database' | 'secret' | 'site' | 'siteUrl'> {
  settings: Pick<Environment, 'contentDir' | 'dataDir' | 'studioUrl'>;
  files: ContentFiles;
  texts: TextFiles;
  writer: ContentWriter;
}

interface PreviewParts extends Pick<Ctx, 'contentDir' | 'database' | 'events' | 'media' | 'secret' | 'siteUrl'> {
  settings: Pick<Environment, 'studioUrl'>;
}

/**
 * The content on disk at this moment, with the draft of a person where its key says so; null when the key is invalid or
 * expired.
 */
export async function previewedContent(
  { database, events, secret, settings, siteUrl, contentDir, media }: PreviewParts,
  path: string,
  key: string | null,
  draft: string | null = null,
) {
  const signed = draft === null ? path : `${path}\n${draft}`;
  if (!events.opened('preview', previewKeyIsValid({ path: signed, key, secret }) || null)) return null;
  const { content: saved } = readContent(contentDir);
  if (!saved) return null;
  const drafted = draft === null ? null : await contentWithDraft(database, saved, draft);
  const content = drafted?.content ?? saved;
  await addImageVersions(content, media);
  await addBrandFacts(content, join(contentDir, 'media'));
  const studio = studioOriginOf({ siteUrl, studioUrl: settings.studioUrl });
  return { content, framedBy: new URL(studio).origin, from: drafted ? `${studio}${drafted.form}` : undefined };
}
