import { readPictureName } from '../../platform/media/picture-name.ts';
import { focusOf } from './focus-points.ts';
import { roomNamed } from './rooms.ts';

/** A picture of a list as its file has it. */
export interface ListedPicture {
  Url: string;
  Name?: Readonly<Record<string, string>>;
  [more: string]: unknown;
}

/** Where a picture goes in its list. */
export const MOVES = ['first', 'up', 'down'] as const;
export type Move = (typeof MOVES)[number];

/** Whether a list has a picture, cropped in whatever way. */
export function hasPicture(list: readonly ListedPicture[], url: string): boolean {
  return list.some((one) => isSamePicture(one.Url, url));
}

/** Whether two paths are of the same original. */
function isSamePicture(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [readPictureName(one), readPictureName(other)];
  return a !== null && b !== null && a.original === b.original;
}

/** Adds pictures behind the others, or before one of them; those that are there already stay where they are. */
export function addPictures(
  list: readonly ListedPicture[],
  urls: readonly string[],
  before: readonly string[] = [],
): ListedPicture[] {
  const added: ListedPicture[] = [];
  for (const Url of urls) if (!hasPicture([...list, ...added], Url)) added.push({ Url });
  const at = list.findIndex(({ Url }) => before.some((one) => isSamePicture(one, Url)));
  return at < 0 ? [...list, ...added] : [...list.slice(0, at), ...added, ...list.slice(at)];
}

/** Moves a picture; a list without it stays as it is. */
export function movePicture(list: readonly ListedPicture[], url: string, move: Move): ListedPicture[] {
  const at = list.findIndex(({ Url }) => Url === url);
  const one = list[at];
  if (!one) return [...list];
  const others = list.filter((_one, place) => place !== at);
  const to = move === 'first' ? 0 : Math.max(0, at + (move === 'up' ? -1 : 1));
  return [...others.slice(0, to), one, ...others.slice(to)];
}

/** Puts a list in an order; pictures that the order does not name stay behind the one before them. */
export function orderPictures(list: readonly ListedPicture[], order: readonly string[]): ListedPicture[] {
  const wanted = [...new Set(order)].flatMap((url) => list.filter(({ Url }) => Url === url).slice(0, 1));
  list.forEach((one, at) => {
    if (wanted.includes(one)) return;
    const before = list[at - 1];
    wanted.splice(before ? wanted.indexOf(before) + 1 : 0, 0, one);
  });
  return wanted;
}

/**
 * The alternative texts of a picture with those of a form; an empty one is taken out, languages without a field stay.
 */
export function withWords(picture: ListedPicture, words: Readonly<Record<string, string>>): ListedPicture {
  const { Name: before, ...rest } = picture;
  const kept = Object.entries(before ?? {}).filter(([code]) => !Object.hasOwn(words, code.toLowerCase()));
  const written = Object.entries(words).flatMap(([code, text]) => {
    // Feeds write NL: the key stays as it is.
    const key = before && Object.hasOwn(before, code.toUpperCase()) ? code.toUpperCase() : code;
    return text ? [[key, text] as const] : [];
  });
  const all = new Map<string, string>([...kept, ...written]);
  const order = [...Object.keys(before ?? {}), ...all.keys()];
  const Name = Object.fromEntries([...new Set(order)].flatMap((key) => (all.has(key) ? [[key, all.get(key)!]] : [])));
  return Object.keys(Name).length > 0 ? { ...rest, Name } : (rest as ListedPicture);
}

/** The picture with the room that it shows; an empty one is taken out. */
export function withRoom(picture: ListedPicture, name: string): ListedPicture {
  const { Room: _before, ...rest } = picture;
  const room = roomNamed(name);
  return (room ? { ...rest, Room: room } : rest) as ListedPicture;
}

/** The picture with the point that stays visible where it is cropped, as a form holds it; an empty one is taken out. */
export function withFocus(picture: ListedPicture, text: string): ListedPicture {
  const { Focus: before, ...rest } = picture;
  const focus = focusOf(text) ?? (text === '' ? null : before);
  return (focus ? { ...rest, Focus: focus } : rest) as ListedPicture;
}
