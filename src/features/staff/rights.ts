import {
  CONTENT_KIND_NAMES,
  CONTENT_KINDS,
  type ContentKindName,
  kindOfFile,
} from '../../content/fields/content-kind.ts';
import type { Place } from '../../content/fields/pointer.ts';
import type { LabelKey } from '../../i18n/label-key.ts';
import type { StaffRow } from '../../platform/database/staff-schema.ts';
import { keysOf, recordOf } from '../../platform/values/values.ts';

export type Role = StaffRow['role'];

/** The roles of people who work in the studio with their labels, the one with the most rights first. */
export const ROLE_LABELS: Readonly<Record<Role, LabelKey>> = {
  admin: 'STUDIO_ROLE_ADMIN',
  office: 'STUDIO_ROLE_OFFICE',
  agent: 'STUDIO_ROLE_AGENT',
  editor: 'STUDIO_ROLE_EDITOR',
  reader: 'STUDIO_ROLE_READER',
};
export const ROLES = keysOf(ROLE_LABELS);
/** What a role may do, in one sentence. */
export const ROLE_WHAT: Readonly<Record<Role, LabelKey>> = {
  admin: 'STUDIO_ROLE_ADMIN_WHAT',
  office: 'STUDIO_ROLE_OFFICE_WHAT',
  agent: 'STUDIO_ROLE_AGENT_WHAT',
  editor: 'STUDIO_ROLE_EDITOR_WHAT',
  reader: 'STUDIO_ROLE_READER_WHAT',
};

/**
 * How far a right reaches. `all`: everything; `own`: what is assigned to the person, or the properties that the person
 * manages; `open`: what is their own and what is assigned to nobody; `take`: to assign a lead of nobody to oneself.
 */
export type Reach = 'all' | 'own' | 'open' | 'take';

type Rights = Readonly<Partial<Record<Role, Reach>>>;
const EVERYBODY: Readonly<Record<Role, Reach>> = {
  admin: 'all',
  office: 'all',
  agent: 'all',
  editor: 'all',
  reader: 'all',
};

/** Every right, with the roles that have it and how far it reaches. A role that is missing does not have it. */
export const RIGHTS = {
  enter: EVERYBODY,
  'leads.read': { admin: 'all', office: 'all', agent: 'open', reader: 'all' },
  'leads.reply': { admin: 'all', office: 'all', agent: 'own' },
  'leads.add': { admin: 'all', office: 'all', agent: 'own' },
  'leads.assign': { admin: 'all', office: 'all', agent: 'take' },
  'offers.decide': { admin: 'all', office: 'all', agent: 'own' },
  'leads.export': { admin: 'all', office: 'all' },
  'figures.read': { admin: 'all', office: 'all' },
  'person.export': { admin: 'all', office: 'all' },
  'person.erase': { admin: 'all' },
  'person.merge': { admin: 'all', office: 'all' },
  'seekers.read': { admin: 'all', office: 'all', agent: 'all' },
  'agenda.read': { admin: 'all', office: 'all', agent: 'all', reader: 'all' },
  'agenda.change': { admin: 'all', office: 'all', agent: 'own' },
  /** Properties and projects; pages and settings have rights of their own. */
  'content.read': EVERYBODY,
  'content.change': { admin: 'all', office: 'all', agent: 'own', editor: 'all' },
  'properties.texts': { admin: 'all', office: 'all', agent: 'own', editor: 'all' },
  'properties.facts': { admin: 'all', office: 'all', agent: 'own' },
  'pages.read': { admin: 'all', office: 'all', editor: 'all', reader: 'all' },
  'pages.change': { admin: 'all', office: 'all', editor: 'all' },
  'settings.read': { admin: 'all', office: 'all', agent: 'own' },
  'settings.change': { admin: 'all' },
  /** What an office changes every week: texts of the homepage, replies, offices, notices. */
  'settings.office': { admin: 'all', office: 'all' },
  'settings.hours': { admin: 'all', office: 'all', agent: 'own' },
  // A new role does not read translations only because it may enter.
  'translations.read': { admin: 'all', office: 'all', agent: 'all', editor: 'all', reader: 'all' },
  'translations.change': { admin: 'all', office: 'all', agent: 'own', editor: 'all' },
  'texts.replace': { admin: 'all', office: 'all', editor: 'all' },
  publish: { admin: 'all', office: 'all', agent: 'all' },
  rollback: { admin: 'all', office: 'all' },
  'owners.see': { admin: 'all', office: 'all', agent: 'own' },
  'owners.see-as': { admin: 'all', office: 'all', agent: 'own' },
  'owners.invite': { admin: 'all', office: 'all', agent: 'own' },
  'staff.manage': { admin: 'all' },
  'audit.read': { admin: 'all' },
} as const satisfies Record<string, Rights>;
type Right = keyof typeof RIGHTS;

/** How far a right of a role reaches; null when the role does not have it. */
export function reachOf(role: Role, right: Right): Reach | null {
  const rights: Rights = RIGHTS[right];
  return rights[role] ?? null;
}

/** A page or an action of the studio: the right that it needs, and whether a fresh second factor is asked for. */
interface StudioRoute {
  right: Right;
  fresh?: true;
}

/** Every page of the studio by its path below `/studio/`; menu, pages and the test of all routes read this table. */
export const STUDIO_PAGES = {
  '': { right: 'enter' },
  leads: { right: 'leads.read' },
  'leads/new': { right: 'leads.add' },
  'leads/[reference]': { right: 'leads.read' },
  'leads/[reference]/files/[document]': { right: 'leads.read' },
  figures: { right: 'figures.read' },
  seekers: { right: 'seekers.read' },
  agenda: { right: 'agenda.read' },
  'agenda/list': { right: 'agenda.read' },
  'agenda/[viewing]': { right: 'agenda.read' },
  'agenda/[viewing]/free': { right: 'agenda.change' },
  'agenda/[viewing]/proofs/[document]': { right: 'agenda.change' },
  'content/[kind]': { right: 'content.read' },
  'content/[kind]/[name]': { right: 'content.read' },
  'content/[kind]/[name]/history': { right: 'content.read' },
  'content/[kind]/[name]/preview': { right: 'content.read' },
  duties: { right: 'content.read' },
  imports: { right: 'content.read' },
  translations: { right: 'translations.read' },
  'translations/file': { right: 'translations.read' },
  'translations/labels': { right: 'pages.read' },
  replace: { right: 'texts.replace' },
  found: { right: 'pages.read' },
  'content/[kind]/[name]/photos': { right: 'content.read' },
  publish: { right: 'publish' },
  owners: { right: 'owners.see' },
  mandate: { right: 'owners.see' },
  'owners/[owner]/[section]': { right: 'owners.see-as' },
  'owner-documents/[document]': { right: 'owners.see' },
  people: { right: 'person.export' },
  'people/[person]': { right: 'person.export' },
  'people/[person]/merge': { right: 'person.merge' },
  search: { right: 'enter' },
  staff: { right: 'staff.manage' },
  'hand-over': { right: 'staff.manage' },
  audit: { right: 'audit.read' },
  account: { right: 'enter' },
} as const satisfies Record<string, StudioRoute>;
export type StudioPageName = keyof typeof STUDIO_PAGES;

/** Every stream of events, by its path below `/studio/`. */
export const STUDIO_STREAMS = {
  events: { right: 'enter' },
  publishing: { right: 'publish' },
} as const satisfies Record<string, StudioRoute>;

export type StudioStreamName = keyof typeof STUDIO_STREAMS;

/** Every action, which is posted to `/studio/do/{action}`. */
export const STUDIO_ACTIONS = {
  'lead-add': { right: 'leads.add' },
  'lead-erase': { right: 'person.erase', fresh: true },
  'lead-assign': { right: 'leads.assign' },
  'lead-note': { right: 'leads.reply' },
  'lead-snooze': { right: 'leads.reply' },
  'lead-approve': { right: 'leads.reply' },
  'lead-handled': { right: 'leads.reply' },
  'lead-reopen': { right: 'leads.reply' },
  'lead-draft': { right: 'leads.reply' },
  'lead-reply': { right: 'leads.reply' },
  'lead-undo': { right: 'leads.reply' },
  'offer-undo': { right: 'offers.decide' },
  'offer-decide': { right: 'offers.decide' },
  'leads-export': { right: 'leads.export', fresh: true },
  'viewing-confirm': { right: 'agenda.change' },
  'viewing-cancel': { right: 'agenda.change' },
  'viewing-move': { right: 'agenda.change' },
  'viewing-undo': { right: 'agenda.change' },
  'viewing-missed': { right: 'agenda.change' },
  'viewing-report': { right: 'agenda.change' },
  'tenant-ask': { right: 'agenda.change' },
  'tenant-decide': { right: 'agenda.change' },
  'content-save': { right: 'content.change' },
  'content-discard': { right: 'content.change' },
  'content-copy': { right: 'content.change' },
  'content-archive': { right: 'content.change' },
  'content-restore': { right: 'content.change' },
  'content-undo': { right: 'content.change' },
  'content-source': { right: 'content.change' },
  'translations-save': { right: 'translations.change' },
  'labels-save': { right: 'pages.change' },
  'replace-apply': { right: 'texts.replace' },
  'batch-undo': { right: 'texts.replace' },
  'import-confirm': { right: 'properties.facts' },
  'photo-upload': { right: 'properties.texts' },
  'photo-list': { right: 'properties.texts' },
  'photo-crop': { right: 'properties.texts' },
  'photo-films': { right: 'properties.texts' },
  'photo-documents': { right: 'properties.texts' },
  'photo-take-over': { right: 'properties.texts' },
  publish: { right: 'publish' },
  'publish-rollback': { right: 'rollback', fresh: true },
  'owner-invite': { right: 'owners.invite' },
  'owner-add': { right: 'owners.invite' },
  'owner-change': { right: 'owners.invite', fresh: true },
  'owner-remove': { right: 'owners.invite' },
  'mandate-note': { right: 'owners.invite' },
  'mandate-note-remove': { right: 'owners.invite' },
  'person-export': { right: 'person.export', fresh: true },
  'person-erase': { right: 'person.erase', fresh: true },
  'person-merge': { right: 'person.merge' },
  'person-split': { right: 'person.merge' },
  'audit-export': { right: 'audit.read', fresh: true },
  'staff-add': { right: 'staff.manage', fresh: true },
  'staff-hand-over': { right: 'staff.manage', fresh: true },
  'staff-role': { right: 'staff.manage', fresh: true },
  'staff-disable': { right: 'staff.manage', fresh: true },
  'staff-reset': { right: 'staff.manage', fresh: true },
  'calendar-feed': { right: 'agenda.read' },
  'session-end': { right: 'enter' },
  'passkey-remove': { right: 'enter', fresh: true },
  'account-profile': { right: 'enter' },
  'account-preferences': { right: 'enter' },
  'account-away': { right: 'leads.reply' },
  'account-password': { right: 'enter' },
  'account-codes': { right: 'enter', fresh: true },
  presence: { right: 'enter' },
} as const satisfies Record<string, StudioRoute>;
export type StudioActionName = keyof typeof STUDIO_ACTIONS;

/** A section of the menu. */
interface SectionFacts {
  label: LabelKey;
  /** The work of others that its pages count while they are open. */
  news: readonly ('entry' | 'booked' | 'changed')[];
}

/** The sections of the menu by their address, in their order. */
export const SECTIONS = {
  '': { label: 'STUDIO_TODAY', news: ['entry', 'changed'] },
  leads: { label: 'STUDIO_LEADS', news: ['entry'] },
  agenda: { label: 'STUDIO_AGENDA', news: ['booked', 'changed'] },
  properties: { label: 'PROPERTIES', news: [] },
  website: { label: 'STUDIO_WEBSITE', news: [] },
  publish: { label: 'PUBLISH', news: [] },
  owners: { label: 'STUDIO_OWNERS', news: [] },
  people: { label: 'STUDIO_PEOPLE', news: [] },
} as const satisfies Record<string, SectionFacts>;
export type Section = keyof typeof SECTIONS;

/** Whether a role may open a page at all. */
export const mayOpen = (role: Role, page: StudioPageName): boolean => reachOf(role, STUDIO_PAGES[page].right) !== null;

/** Whether somebody with this reach may act on something; `ownerId` is the person to whom it is assigned, or null. */
export function isWithin(reach: Reach | null, personId: string, ownerId: string | null): boolean {
  if (reach === 'all') return true;
  if (reach === 'own') return ownerId === personId;
  if (reach === 'open') return ownerId === null || ownerId === personId;
  return reach === 'take' && ownerId === null;
}

const WORDS: Readonly<Record<string, LabelKey>> = {
  note: 'STUDIO_ENTRY_NOTE',
  called: 'STUDIO_ENTRY_CALLED',
  late: 'STUDIO_ENTRY_LATE',
  reply: 'STUDIO_ENTRY_REPLY',
  received: 'STUDIO_ENTRY_RECEIVED',
  automatic: 'STUDIO_ENTRY_AUTOMATIC',
  mailed: 'STUDIO_ENTRY_MAILED',
  forwarded: 'STUDIO_ENTRY_FORWARDED',
  assigned: 'STUDIO_ENTRY_ASSIGNED',
  snoozed: 'STUDIO_ENTRY_SNOOZED',
  handled: 'STUDIO_ENTRY_HANDLED',
  reopened: 'STUDIO_ENTRY_REOPENED',
};

/** The label that says what somebody did with a lead; `text` names whom it was assigned to, or until when it waits. */
export function entryLabel({ kind, who, text }: { kind: string; who: string; text: string }): LabelKey {
  if (kind === 'assigned' && text === who) return 'STUDIO_ENTRY_TAKEN';
  if (kind === 'assigned' && !text) return 'STUDIO_ENTRY_RELEASED';
  if (kind === 'snoozed' && !text) return 'STUDIO_ENTRY_WOKEN';
  return WORDS[kind] ?? 'STUDIO_ENTRY_NOTE';
}

/** What somebody may do with one lead. */
export interface LeadRights {
  /** Reply, note, snooze and mark as handled; an agent who does so at a lead of nobody has it from then on. */
  work: boolean;
  /** Take it, or release it. */
  take: boolean;
  /** Give it to others. */
  give: boolean;
}

/** What a member of staff may do with a lead that is assigned to `holder`, or to nobody. */
export function leadRights({ id, role }: { id: string; role: Role }, holder: string | null): LeadRights {
  const [reply, assign] = [reachOf(role, 'leads.reply'), reachOf(role, 'leads.assign')];
  return {
    work: isWithin(reply === 'own' ? 'open' : reply, id, holder),
    take: isWithin(assign === 'take' ? 'open' : assign, id, holder),
    give: assign === 'all' || (assign === 'take' && holder === id),
  };
}

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

const isOfProperties = (kind: ContentKindName) => CONTENT_KINDS[kind].section === 'properties';

/** The right to read a kind of content. */
const rightToRead = (kind: ContentKindName): Right =>
  isOfProperties(kind) ? 'content.read' : kind === 'settings' ? 'settings.read' : 'pages.read';

/** Whether somebody may see a kind of content at all. */
export const mayReadKind = ({ role }: Editor, kind: ContentKindName): boolean =>
  reachOf(role, rightToRead(kind)) !== null;

/** Whether somebody may add and take away things of a kind. */
export function mayAddTo({ role }: Editor, kind: ContentKindName): boolean {
  if (!CONTENT_KINDS[kind].isOpen) return false;
  if (kind === 'team' && !maySeeRequests(role)) return false;
  return reachOf(role, isOfProperties(kind) ? 'properties.facts' : 'pages.change') !== null;
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
  if (isOfProperties(found.kind)) {
    const isOwn = member !== null && recordOf(data).Manager === member;
    const isText = TEXT_FIELDS.has(String(place[0]));
    return within(reachOf(role, isText ? 'properties.texts' : 'properties.facts'), isOwn);
  }
  if (found.kind === 'team' && place[0] === 'email' && !maySeeRequests(role)) return false;
  if (found.kind !== 'settings') return reachOf(role, 'pages.change') === 'all';
  if (reachOf(role, 'settings.change') === 'all') return true;
  if (OFFICE_SETTINGS.has(found.name) && reachOf(role, 'settings.office') === 'all') return true;
  const isOwn = place[0] === 'agents' && member !== null && place[1] === member;
  return isAboutHours(found.name, place) && within(reachOf(role, 'settings.hours'), isOwn);
}

/** The settings that the office changes. */
const OFFICE_SETTINGS: ReadonlySet<string> = new Set(['homepage', 'offices', 'replies']);

/** Whether a setting is about opening hours and viewings. */
const isAboutHours = (name: string, place: Place) =>
  name === 'viewings' ||
  (['site', 'offices'].includes(name) &&
    /^(?:hours|openingHours)$/.test(String(place.findLast((part) => part === 'hours' || part === 'openingHours'))));

/** Where a section of the menu begins for somebody; null when they have nothing to see there. */
export function addressOfSection(editor: Editor, section: Section): string | null {
  if (section === 'properties' || section === 'website') {
    const first = CONTENT_KIND_NAMES.find(
      (kind) => CONTENT_KINDS[kind].section === section && mayReadKind(editor, kind),
    );
    return first ? `/studio/content/${first}/` : null;
  }
  if (!mayOpen(editor.role, section)) return null;
  return section ? `/studio/${section}/` : '/studio/';
}
