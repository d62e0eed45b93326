import { checkFiles } from '../../content/check/draft-findings.server.ts';
import { CONTENT_KINDS, type ContentKindName, hasRows, kindOfFile } from '../../content/fields/content-kind.ts';
import { draftsOf } from '../../content/history/content-drafts.server.ts';
import { recordOf } from '../../platform/values/values.ts';
import { missingStatements } from '../property/advert.ts';
import { type Property, propertySchema } from '../property/property.ts';
import { marqueeOf } from '../property/property-state.ts';
import type { AdvertDuty } from '../property/settings.ts';
import type { StaffMember } from '../staff/staff.server.ts';
import { type ContentRow, detailOfThing, NEW, titleOfThing } from './content-item.ts';
import type { EditingCtx } from './content-store.server.ts';

const PER_PAGE = 50;

/** What a list of things is asked for. */
export interface ContentQuery {
  text: string;
  /** `sale`, `rent`, `gone`, or empty for all; of properties. */
  state: string;
  /** Only those that the person manages. */
  isOwn: boolean;
  page: number;
}

// The lists of the content sections.

/** The names that a search finds; properties of the live version are found without reading their files. */
function found(
  ctx: EditingCtx,
  kind: ContentKindName,
  names: readonly string[],
  { text, state, isOwn }: ContentQuery,
  person: StaffMember,
) {
  const wanted = plain(text);
  return names.filter((name) => {
    const listing = kind === 'properties' ? ctx.site.listing(Number(name)) : null;
    const data = listing && !isOwn && !state && !wanted ? null : ctx.files.find(kind, name)?.data;
    if (isOwn && recordOf(data).Manager !== person.member) return false;
    if (state && !isInState(ctx, data, state)) return false;
    if (!wanted) return true;
    const words = [titleOfThing(kind, data, name, person.language), detailOfThing(kind, data, person.language), name];
    return plain(words.join(' ')).includes(wanted);
  });
}

function isInState(ctx: EditingCtx, data: unknown, state: string): boolean {
  const numberOf = (field: string) => Number(recordOf(data)[field] ?? 0);
  const property = { Marquee: numberOf('Marquee'), Status: numberOf('Status') };
  const meaning = marqueeOf(property, ctx.site.settings.site.marquee);
  const isGone = meaning === 'sold' || meaning === 'rented';
  if (state === 'gone') return isGone;
  return !isGone && (state === 'rent') === numberOf('Goal') > 0;
}

async function newest(
  ctx: EditingCtx,
  names: readonly string[],
): Promise<Map<string, { at: string; who: string | null }>> {
  if (names.length === 0) return new Map();
  const rows = await ctx.database.db
    .selectFrom('content_versions')
    .select(['file', 'at', 'who', 'number'])
    .where('replaced_at', 'is', null)
    .where('file', 'in', names)
    .execute();
  // The first version is what was there when the history began.
  return new Map(rows.flatMap(({ file, at, who, number }) => (number > 1 ? [[file, { at, who }]] : [])));
}

/** What somebody wrote of this kind and did not save yet. */
export async function drafts(ctx: EditingCtx, kind: ContentKindName, person: StaffMember) {
  const own = (await draftsOf(ctx.database, person.id)).flatMap(({ file, part, at }) => {
    const found = kindOfFile(file);
    const name = part === '' ? found?.name : part === '-1' ? NEW : part;
    return found?.kind === kind && name ? [{ name, at }] : [];
  });
  return own.map(({ name, at }) => {
    const data = name === NEW ? null : ctx.files.find(kind, name)?.data;
    return { name, at, title: name === NEW ? '' : titleOfThing(kind, data, name, person.language) };
  });
}

/** One page of the things of a kind. */
export async function list(ctx: EditingCtx, kind: ContentKindName, query: ContentQuery, person: StaffMember) {
  const { where } = CONTENT_KINDS[kind];
  const names = found(ctx, kind, ctx.files.names(kind), query, person);
  // The newest numbers first.
  const sorted = kind === 'properties' || kind === 'projects' ? names.toReversed() : names;
  const pages = Math.max(1, Math.ceil(sorted.length / PER_PAGE));
  const page = Math.min(Math.max(1, query.page), pages);
  const shown = sorted.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  const things = shown.flatMap((name) => ctx.files.find(kind, name) ?? []);
  const counts = checkFiles(kind, things, ctx.files.around());
  const changed = await newest(ctx, hasRows(CONTENT_KINDS[kind]) ? [] : things.map(({ file }) => file));
  return {
    ...{ total: names.length, page, pages, where },
    rows: things.map(
      (thing): ContentRow => ({
        name: thing.name,
        title: titleOfThing(kind, thing.data, thing.name, person.language),
        detail: detailOfThing(kind, thing.data, person.language),
        data: recordOf(thing.data),
        broken: thing.broken,
        findings: counts.get(thing.row === null ? thing.file : `${thing.file} ${thing.row}`) ?? 0,
        isOnline: kind !== 'properties' || ctx.site.listing(Number(thing.name)) !== null,
        marquee: kind === 'properties' ? marqueeOf(recordOf(thing.data), ctx.site.settings.site.marquee) : 'none',
        changed: changed.get(thing.file) ?? null,
      }),
    ),
  };
}

/** A text without capitals and accents. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();

/** An advert that lacks statements which the law requires. */
export interface LackingAdvert {
  name: string;
  title: string;
  missing: { duty: AdvertDuty; field: string | null }[];
}

const parsed = new WeakMap<object, Property | null>();

function propertyOf(data: unknown): Property | null {
  if (data === null || typeof data !== 'object') return null;
  const known = parsed.get(data);
  if (known !== undefined) return known;
  const read = propertySchema.safeParse(data);
  const property = read.success ? read.data : null;
  parsed.set(data, property);
  return property;
}

/** The adverts that lack something, with the fields that would say it; a broken file is left out. */
export function lacking(ctx: Pick<EditingCtx, 'files'>, language: string): LackingAdvert[] {
  const around = ctx.files.around();
  if (!around) return [];
  return ctx.files.names('properties').flatMap((name) => {
    const data = ctx.files.find('properties', name)?.data;
    const property = propertyOf(data);
    const missing = property ? missingStatements(property, around.propertyTypes, around.settings) : [];
    if (missing.length === 0) return [];
    return {
      ...{ name, title: titleOfThing('properties', data, name, language) },
      missing: missing.map(({ duty, statement }) => ({ duty, field: statement.fields[0] ?? null })),
    };
  });
}
