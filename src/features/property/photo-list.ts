import type { LabelKey } from '../../i18n/label-key.ts';
import { readPictureName } from '../../platform/media/picture-name.ts';
import { isKeyOf, recordOf } from '../../platform/values/values.ts';

/** The rooms and places that a photograph can show, in the order in which an editor looks for them. */
export const ROOMS = {
  facade: 'ROOM_FACADE',
  hall: 'ROOM_HALL',
  living: 'ROOM_LIVING',
  dining: 'ROOM_DINING',
  kitchen: 'ROOM_KITCHEN',
  bedroom: 'ROOM_BEDROOM',
  bathroom: 'ROOM_BATHROOM',
  toilet: 'ROOM_TOILET',
  office: 'ROOM_OFFICE',
  storage: 'ROOM_STORAGE',
  laundry: 'ROOM_LAUNDRY',
  attic: 'ROOM_ATTIC',
  cellar: 'ROOM_CELLAR',
  garage: 'ROOM_GARAGE',
  parking: 'ROOM_PARKING',
  terrace: 'ROOM_TERRACE',
  garden: 'ROOM_GARDEN',
  pool: 'ROOM_POOL',
  shop: 'ROOM_SHOP',
  surroundings: 'ROOM_SURROUNDINGS',
} as const satisfies Record<string, LabelKey>;
export type Room = keyof typeof ROOMS;

/** A room by its name in the content; null for any other text. */
export const roomNamed = (name: unknown): Room | null =>
  typeof name === 'string' && isKeyOf(ROOMS, name) ? name : null;

/** A point of a photograph, in hundredths of its width and height from the left and the top. */
export interface FocusPoint {
  X: number;
  Y: number;
}

const ACROSS = [
  [15, 'CROP_AT_LEFT'],
  [50, 'CROP_AT_CENTRE'],
  [85, 'CROP_AT_RIGHT'],
] as const satisfies readonly (readonly [number, LabelKey])[];
const DOWN = [
  [15, 'CROP_AT_TOP'],
  [50, 'CROP_AT_CENTRE'],
  [85, 'CROP_AT_BOTTOM'],
] as const satisfies readonly (readonly [number, LabelKey])[];

/** The nine points that an editor can choose, row by row, with the labels of their place down and across. */
export const FOCUS_POINTS: readonly { point: FocusPoint; labels: readonly [down: LabelKey, across: LabelKey] }[] =
  DOWN.flatMap(([Y, down]) => ACROSS.map(([X, across]) => ({ point: { X, Y }, labels: [down, across] as const })));

/** A point as a form holds it, such as `85 15`; empty without one. */
export const focusText = (point: FocusPoint | null): string => (point ? `${point.X} ${point.Y}` : '');

/**
 * The point that a form or the content holds; null for anything else.
 * @example focusOf('85 15') // { X: 85, Y: 15 }
 */
export function focusOf(held: unknown): FocusPoint | null {
  const [X, Y] =
    typeof held === 'string'
      ? (/^(\d{1,3}(?:\.\d+)?) (\d{1,3}(?:\.\d+)?)$/.exec(held)?.slice(1).map(Number) ?? [])
      : [recordOf(held).X, recordOf(held).Y];
  const isPart = (part: unknown): part is number => typeof part === 'number' && part >= 0 && part <= 100;
  return isPart(X) && isPart(Y) ? { X, Y } : null;
}

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
  const order = new Set([...Object.keys(before ?? {}), ...all.keys()]);
  const Name = Object.fromEntries(
    [...order].flatMap((key) => {
      const text = all.get(key);
      return text === undefined ? [] : [[key, text] as const];
    }),
  );
  return Object.keys(Name).length > 0 ? { ...rest, Name } : rest;
}

/** The picture with the room that it shows; an empty one is taken out. */
export function withRoom(picture: ListedPicture, name: string): ListedPicture {
  const { Room: _before, ...rest } = picture;
  const room = roomNamed(name);
  return room ? { ...rest, Room: room } : rest;
}

/** The picture with the point that stays visible where it is cropped, as a form holds it; an empty one is taken out. */
export function withFocus(picture: ListedPicture, text: string): ListedPicture {
  const { Focus: before, ...rest } = picture;
  const focus = focusOf(text) ?? (text === '' ? null : before);
  return focus ? { ...rest, Focus: focus } : rest;
}
