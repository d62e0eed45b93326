import type { LabelKey } from '../../i18n/label-key.ts';

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
  typeof name === 'string' && Object.hasOwn(ROOMS, name) ? (name as Room) : null;
