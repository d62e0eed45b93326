import { notFound } from '../../../platform/http/endpoint.server.ts';
import { cropOfNumbers, cropRatio } from '../../../platform/media/crop.ts';
import { UPLOAD_PROBLEMS } from '../../../platform/media/upload-problem.ts';
import { PICTURE_FIELDS, type PictureField } from '../../property/media-fields.ts';
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
import type { Outcome, StudioAction } from '../../staff/studio/studio-action.view.ts';
import type { CropChoice } from '../picture-files.server.ts';
import { hasField, type MediaRefusal } from './media-changes.server.ts';
import { backTo, changed, type PhotoForm, photoAction, uploaded } from './photo-form.server.ts';

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
