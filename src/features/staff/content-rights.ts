import {
  CONTENT_KIND_NAMES,
  CONTENT_KINDS,
  type ContentKindName,
  kindOfFile,
} from '../../content/fields/content-kind.ts';
import type { Place } from '../../content/fields/pointer.ts';
import { mayOpen, type Reach, type Right, type Role, type Room, reachOf } from './roles.ts';

/** Somebody who edits content: their role, and the member of the team that they are. */
export interface Editor {
  role: Role;
  member: string | null;
}

/** Fields of a property or project that hold texts, photographs and documents: an editor may change them. */
const TEXT_FIELDS: ReadonlySet<string> = new Set([
  'TypeDescription',
  'MainTypeName',
  'DescriptionA',
  'DescriptionB',
  'EasySummary',
  'Delivery',
  'XLargePictureItems',
  'XLargePictureItem',
  'SmallPictureItem',
  'FloorPlans',
  'Panoramas',
  'Videos',
  'VirtualTour',
  'Documents',
]);

const isOffer = (kind: ContentKindName) => CONTENT_KINDS[kind].room === 'properties';

/** The right to read a kind of content. */
const rightToRead = (kind: ContentKindName): Right =>
  isOffer(kind) ? 'content.read' : kind === 'settings' ? 'settings.read' : 'pages.read';

/** Whether somebody may see a kind of content at all. */
export const mayReadKind = ({ role }: Editor, kind: ContentKindName): boolean =>
  reachOf(role, rightToRead(kind)) !== null;

/** Whether somebody may add and take away things of a kind. */
export function mayAddTo({ role }: Editor, kind: ContentKindName): boolean {
  if (!CONTENT_KINDS[kind].isOpen) return false;
  if (kind === 'team' && !maySeeRequests(role)) return false;
  return reachOf(role, isOffer(kind) ? 'properties.facts' : 'pages.change') !== null;
}

/** Whether somebody reads all requests anyway. Only they decide to which members of the team requests are mailed. */
const maySeeRequests = (role: Role): boolean => reachOf(role, 'leads.read') === 'all';

const within = (reach: Reach | null, isOwn: boolean) => reach === 'all' || (reach === 'own' && isOwn);

/**
 * Whether somebody may change a place of a content file; `data` is what the file holds: agents change the properties
 * that they manage, and their own days off.
 */
export function mayChange(editor: Editor, file: string, place: Place, data: unknown): boolean {
  const found = kindOfFile(file);
  if (!found) return false;
  const { role, member } = editor;
  if (isOffer(found.kind)) {
    const isOwn = member !== null && (data as { Manager?: unknown } | null)?.Manager === member;
    const isText = TEXT_FIELDS.has(String(place[0]));
    return within(reachOf(role, isText ? 'properties.texts' : 'properties.facts'), isOwn);
  }
  if (found.kind === 'team' && place[0] === 'email' && !maySeeRequests(role)) return false;
  if (found.kind !== 'settings') return reachOf(role, 'pages.change') === 'all';
  if (reachOf(role, 'settings.change') === 'all') return true;
  const isOwn = place[0] === 'agents' && member !== null && place[1] === member;
  return isAboutHours(found.name, place) && within(reachOf(role, 'settings.hours'), isOwn);
}

/** Whether a setting is about opening hours and viewings. */
const isAboutHours = (name: string, place: Place) =>
  name === 'viewings' ||
  (['site', 'offices'].includes(name) &&
    /^(?:hours|openingHours)$/.test(String(place.findLast((part) => part === 'hours' || part === 'openingHours'))));

/** Where a room of the menu begins for somebody; null when they have nothing to see there. */
export function addressOfRoom(editor: Editor, room: Room): string | null {
  if (room === 'properties' || room === 'website') {
    const first = CONTENT_KIND_NAMES.find((kind) => CONTENT_KINDS[kind].room === room && mayReadKind(editor, kind));
    return first ? `/studio/content/${first}/` : null;
  }
  if (!mayOpen(editor.role, room)) return null;
  return room ? `/studio/${room}/` : '/studio/';
}
