import { labelsIn } from '../../../i18n/labels.server.ts';
import type { Language } from '../../../i18n/languages.ts';
import { notFound, problemResponse, seeOther, streamOf, wantsJson } from '../../../platform/http/action.server.ts';
import { isUpload, type UploadedFile } from '../../../platform/http/body.server.ts';
import { cropOfNumbers, cropRatio } from '../../../platform/media/crop.ts';
import { UPLOAD_PROBLEMS } from '../../../platform/media/upload.ts';
import { DOCUMENT_LABELS } from '../../document/document-labels.ts';
import { DOCUMENT_KINDS, documentItem, PICTURE_FIELDS, type PictureField } from '../../property/media-items.ts';
import {
  type ListedPicture,
  MOVES,
  type Move,
  movePicture,
  orderPictures,
  withFocus,
  withRoom,
  withWords,
} from '../../property/photo-list.ts';
import { propertySchema } from '../../property/property.ts';
import { backOf } from '../../staff/studio/enter-studio.server.ts';
import type { ActionContext, Outcome, StudioAction } from '../../staff/studio/studio-action.view.ts';
import type { StudioDone, StudioWrong } from '../../staff/studio-messages.ts';
import type { CropChoice } from '../picture-files.server.ts';
import { hasField, type MediaRefusal, type MediaTarget } from './media-changes.server.ts';
import type { ListedDocument, Uploaded } from './property-media.server.ts';

/** A posted form about the photographs of a property or project. */
interface PhotoForm extends Pick<ActionContext, 'person' | 'studio' | 'site'> {
  target: MediaTarget;
  files: readonly UploadedFile[];
  hasMore: boolean;
  /** Whether a script in the page asks. */
  isJson: boolean;
  /** The first value of a field, without white space around it. */
  one(name: string, most?: number): string;
  all(name: string): readonly string[];
}

const MOST_TEXT = 2000;
const MOST_NAMED = 20;

/** An action that receives a form with files, which are removed when it is done. */
const photoAction =
  (act: (form: PhotoForm) => Promise<Outcome>): StudioAction =>
  async (context) => {
    const { request, studio, person, site } = context;
    const incoming = isUpload(request) ? streamOf(context) : null;
    if (!incoming) return { to: '/studio/', wrong: 'unknown' };
    const isJson = wantsJson(request);
    const body = await studio.media.receive({ body: incoming, headers: request.headers });
    if (!body) return isJson ? problemResponse('too-large') : { to: backOf(request), wrong: 'media-lost' };
    try {
      const all = (name: string) => body.fields.get(name) ?? [];
      const one = (name: string, most = MOST_TEXT) =>
        (all(name)[0] ?? '').replaceAll('\0', '').replaceAll('\r\n', '\n').trim().slice(0, most);
      const target = studio.media.target(one('kind'), one('name'));
      if (!target) return { to: '/studio/', wrong: 'unknown' };
      const { files, hasMore } = body;
      return await act({ studio, person, site, target, files, hasMore, isJson, one, all });
    } finally {
      await body.clear();
    }
  };

/** The address of the photographs of something. */
export const photosPage = ({ kind, name }: MediaTarget): string => `/studio/content/${kind}/${name}/photos/`;

/** Goes back to the page, where `at` is the part that was changed. */
function backTo(
  { target, isJson }: Pick<PhotoForm, 'target' | 'isJson'>,
  said: { done?: StudioDone; wrong?: StudioWrong; refused?: readonly string[] },
  at = '',
): Response {
  const query = new URLSearchParams();
  if (said.done) query.set('done', said.done);
  if (said.wrong) query.set('wrong', said.wrong);
  for (const one of (said.refused ?? []).slice(0, MOST_NAMED)) query.append('refused', one);
  if (isJson) return Response.json({ ok: !said.wrong, ...said }, { headers: { 'Cache-Control': 'no-store' } });
  return seeOther(`${photosPage(target)}${query.size > 0 ? `?${query}` : ''}${at && `#${at}`}`);
}

/** The response to a change: back to the page, or what kept it from being done. */
function changed(form: PhotoForm, refused: MediaRefusal | null, done: StudioDone, at = ''): Response {
  if (refused === null) return backTo(form, { done }, at);
  return refused === 'locked' ? backTo(form, { wrong: 'media-locked' }) : notFound();
}

/** The response to files: what became of each. */
function uploaded(form: PhotoForm, results: MediaRefusal | readonly Uploaded[], at: string): Response {
  if (typeof results === 'string') return changed(form, results, 'media-added');
  const headers = { 'Cache-Control': 'no-store' };
  if (form.isJson) return Response.json({ ok: true, files: results }, { headers });
  if (results.length === 0) return backTo(form, { wrong: 'media-none' }, at);
  const refused = results.flatMap((one) => (one.ok ? [] : [`${one.problem}:${one.name.slice(0, 60)}`]));
  if (form.hasMore) refused.push('too-many:');
  return backTo(form, { ...(results.some(({ ok }) => ok) && { done: 'media-added' }), refused }, at);
}

/** What a page says of files that were refused: their names, with the label of the reason. */
export const refusedFiles = (query: URLSearchParams) =>
  query.getAll('refused').flatMap((one) => {
    const [code = '', ...name] = one.split(':');
    if (!Object.hasOwn(UPLOAD_PROBLEMS, code)) return [];
    return [{ name: name.join(':'), label: UPLOAD_PROBLEMS[code as keyof typeof UPLOAD_PROBLEMS] }];
  });

const LONGEST_WORDS = 300;

/** The list that a form is about. */
function listOf({ one, target }: PhotoForm): PictureField | null {
  const field = one('list') as PictureField;
  return PICTURE_FIELDS.includes(field) && hasField(target, field) ? field : null;
}

/** The pictures of a form, in its order. */
function urlsOf({ one }: PhotoForm): string[] {
  const urls: string[] = [];
  while (one(`url.${urls.length}`)) urls.push(one(`url.${urls.length}`));
  return urls;
}

/** The alternative texts that somebody changed, per picture; those that a form only repeats are left out. */
function changedWords(form: PhotoForm): Map<string, Record<string, string>> {
  const { one, site } = form;
  const words = new Map<string, Record<string, string>>();
  for (const [at, url] of urlsOf(form).entries()) {
    const own = site.languages.filter((code) => one(`alt.${at}.${code}`) !== one(`was.${at}.${code}`));
    if (own.length > 0)
      words.set(url, Object.fromEntries(own.map((code) => [code, one(`alt.${at}.${code}`, LONGEST_WORDS)])));
  }
  return words;
}

/** What somebody chose in the lists of this name, per picture; what was not changed is left out. */
function changedChoices(form: PhotoForm, name: 'room' | 'focus'): Map<string, string> {
  const { one } = form;
  const changed = [...urlsOf(form).entries()].filter(([at]) => one(`${name}.${at}`) !== one(`was${name}.${at}`));
  return new Map(changed.map(([at, url]) => [url, one(`${name}.${at}`)]));
}

/** What the pressed button does with the list. */
function pressed(button: string, order: readonly string[]): (list: ListedPicture[]) => ListedPicture[] {
  const at = button.indexOf(':');
  const [verb, url] = at < 0 ? [button, ''] : [button.slice(0, at), button.slice(at + 1)];
  if (verb === 'order') return (list) => orderPictures(list, order);
  if (verb === 'remove') return (list) => list.filter(({ Url }) => Url !== url);
  return MOVES.includes(verb as Move) ? (list) => movePicture(list, url, verb as Move) : (list) => list;
}

/** Four numbers of a form in hundredths, or a ratio with a place. */
function choiceOf({ one }: PhotoForm): CropChoice | null {
  const ratio = cropRatio(one('ratio'));
  const part = (name: string) => Math.min(1, Math.max(0, Number(one(name)) / 100 || 0));
  if (ratio !== null) return { ratio, across: part('across'), down: part('down') };
  const [left, top, width, height] = ['left', 'top', 'width', 'height'].map((name) => Number(one(name) || 'x') * 10);
  return cropOfNumbers(left!, top!, width!, height!);
}

/** What is done with photographs and floor plans. */
export const PHOTO_ACTIONS = {
  'photo-upload': photoAction(async (form): Promise<Outcome> => {
    const field = listOf(form);
    if (!field) return notFound();
    const { studio, target, person, files, one, all } = form;
    const given = { sent: files, key: one('key', 80), before: all('before') };
    return uploaded(form, await studio.media.addPictures(target, person, field, given), field);
  }),
  'photo-list': photoAction(async (form): Promise<Outcome> => {
    const field = listOf(form);
    if (!field) return notFound();
    const { studio, target, person, one, all } = form;
    const [words, button] = [changedWords(form), one('do', 400)];
    const [rooms, points] = [changedChoices(form, 'room'), changedChoices(form, 'focus')];
    const isRemoval = button.startsWith('remove:');
    const change = (why: 'described' | 'removed' | 'moved', how: (list: ListedPicture[]) => ListedPicture[]) =>
      studio.media.changePictures(target, person, { field, why }, how);
    const isDescribed = words.size + rooms.size + points.size > 0;
    const describe = (list: ListedPicture[]) =>
      list.map((picture) => {
        const described = withWords(picture, words.get(picture.Url) ?? {});
        const [room, point] = [rooms.get(picture.Url), points.get(picture.Url)];
        const placed = room === undefined ? described : withRoom(described, room);
        return point === undefined ? placed : withFocus(placed, point);
      });
    // What was typed is a change of its own: each of both can be taken back without the other.
    const refused =
      (isDescribed ? await change('described', describe) : null) ??
      (await change(isRemoval ? 'removed' : 'moved', pressed(button, all('url'))));
    // The reading goes on at the picture that was moved, or at the one beside the picture that was removed.
    const next = isRemoval ? besideOf(button, urlsOf(form)) : button.includes(':') ? button : null;
    return changed(form, refused, isRemoval ? 'media-removed' : 'saved', next ? `p-${hashOf(next)}` : field);
  }),
  'photo-crop': photoAction(async (form): Promise<Outcome> => {
    const field = listOf(form);
    if (!field) return notFound();
    const { studio, target, person, one } = form;
    const choice = one('do') === 'whole' ? null : choiceOf(form);
    if (one('do') !== 'whole' && !choice) return backTo(form, { wrong: 'media-crop' }, field);
    const wrong = await studio.media.crop(target, person, field, { url: one('url'), choice });
    if (wrong !== null && Object.hasOwn(UPLOAD_PROBLEMS, wrong)) return backTo(form, { wrong: 'media-picture' }, field);
    return changed(form, wrong as MediaRefusal | null, 'media-cropped', field);
  }),
  'photo-take-over': photoAction(async (form): Promise<Outcome> => {
    const { studio, target, person, one } = form;
    const field = one('field');
    if (!hasField(target, field)) return notFound();
    return changed(form, await studio.media.takeOver(target, person, field), 'media-taken-over');
  }),
} satisfies Record<string, StudioAction>;

/** The picture after the one that the button removes, or the one before it at the end; null = it was the only one. */
function besideOf(button: string, order: readonly string[]): string | null {
  const at = order.indexOf(button.slice('remove:'.length));
  return order[at + 1] ?? order[at - 1] ?? null;
}

/** The picture of a button as a part of an address: its file without folder and ending. */
const hashOf = (button: string) => encodeURIComponent(button.replace(/^.*\//s, '').replace(/\.\w+$/, ''));

const AT = 'Documents';
const LONGEST_TITLE = 120;

/** A document as a form has it; null when it was not changed in the form, or when it cannot be stored. */
function documentOf({ one, site }: PhotoForm, at: number, present: ListedDocument): ListedDocument | null {
  const titles = Object.fromEntries(site.languages.map((code) => [code, one(`title.${at}.${code}`, LONGEST_TITLE)]));
  const { Name: Title = present.Title } = withWords({ Url: '', Name: present.Title }, titles);
  const { Date: dayBefore, Public: wasPublic, ...rest } = present;
  const [posted, isPublic] = [one(`date.${at}`), one(`public.${at}`) === 'yes'];
  // A date with a time of day stays when the day was not changed.
  const day = dayBefore?.startsWith(posted || '-') ? dayBefore : posted;
  const next = {
    ...{ ...rest, Title, Kind: one(`kind.${at}`) },
    ...(day && { Date: day }),
    ...((isPublic || wasPublic !== undefined) && { Public: isPublic }),
  };
  return documentItem.safeParse(next).success ? next : null;
}

/** Kinds of which a property has one document: it is called after its kind, in every language. */
const ENTITLED: ReadonlySet<string> = new Set(['energy', 'asbestos', 'planning', 'electricity', 'soil']);
const titlesOf = (kind: (typeof DOCUMENT_KINDS)[number], languages: readonly Language[]) =>
  Object.fromEntries(languages.map((code) => [code, labelsIn(code)(DOCUMENT_LABELS[kind])]));

/** A title from the name of a file, until somebody writes a better one. */
const titleOf = (name: string) =>
  name
    .replace(/\.[^.]*$/, '')
    .replace(/[_-]+/g, ' ')
    .trim()
    .slice(0, 120) || name.slice(0, 120);

/** What is done with films, a virtual tour and documents. */
export const DOCUMENT_ACTIONS = {
  'photo-films': photoAction(async (form): Promise<Outcome> => {
    const { studio, target, person, one, all } = form;
    const films = all('film').flatMap((text) => (text.trim() ? [text.trim()] : []));
    const tour = one('tour');
    const { Videos, VirtualTour } = propertySchema.shape;
    if (!Videos.safeParse(films).success || (tour && !VirtualTour.safeParse(tour).success))
      return backTo(form, { wrong: 'media-film' }, 'Videos');
    const refused = await studio.media.change(target, person, { field: 'Videos', why: 'films' }, (data) =>
      films.length > 0 || data.Videos !== undefined ? { ...data, Videos: films } : undefined,
    );
    if (refused) return changed(form, refused, 'saved');
    const present = studio.media.read(target)?.VirtualTour ?? '';
    if (form.all('tour').length === 0 || tour === present) return changed(form, null, 'saved', 'Videos');
    const late = await studio.media.change(target, person, { field: 'VirtualTour', why: 'tour' }, (data) => {
      const { VirtualTour: _before, ...others } = data;
      return tour ? { ...data, VirtualTour: tour } : others;
    });
    return changed(form, late, 'saved', 'Videos');
  }),
  'photo-documents': photoAction(async (form): Promise<Outcome> => {
    const { studio, target, person, site, one, all, files } = form;
    const button = one('do', 400);
    if (button === 'upload') {
      const kind = DOCUMENT_KINDS.find((known) => known === one('new-kind')) ?? 'other';
      const language = site.languages.find((code) => code === person.language) ?? site.defaultLanguage;
      const titled = (name: string) =>
        ENTITLED.has(kind) ? titlesOf(kind, site.languages) : { [language]: titleOf(name) };
      return uploaded(form, await studio.media.addDocuments(target, person, { sent: files, kind, titled }), AT);
    }
    const isRemoval = button.startsWith('remove:');
    const shown = new Map(all('doc').map((file, at) => [file, at]));
    const why = isRemoval ? 'removed' : 'described';
    const refused = await studio.media.change(target, person, { field: AT, why }, (data) => {
      if (!Array.isArray(data.Documents)) return undefined;
      const list = (data.Documents as ListedDocument[]).filter(({ File }) => button !== `remove:${File}`);
      const next = list.map((present) => {
        const at = shown.get(present.File);
        // What somebody else changed since the form was opened stays.
        if (at === undefined || one(`was.${at}`) !== JSON.stringify(present)) return present;
        return documentOf(form, at, present) ?? present;
      });
      return { ...data, Documents: next };
    });
    return changed(form, refused, isRemoval ? 'media-removed' : 'saved', AT);
  }),
} satisfies Record<string, StudioAction>;
