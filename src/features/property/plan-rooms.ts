/** The caption of a plan whose drawing numbers its rooms: its title, and each room on a line of its own. */
export interface PlanRooms {
  title: string;
  rooms: string;
}

const ROOM = /^(?:\d+ )+\D.*$/u;

/** Reads a caption such as `Ground floor: 1 living room, 2 4 bedroom`; null for one that is a plain sentence. */
export function planRooms(caption: string): PlanRooms | null {
  const at = caption.indexOf(':');
  if (at < 1) return null;
  const rooms = caption
    .slice(at + 1)
    .split(',')
    .map((part) => part.trim().replace(/\s+/gu, ' '));
  return rooms.every((room) => ROOM.test(room))
    ? { title: caption.slice(0, at).trim(), rooms: rooms.join('\n') }
    : null;
}
