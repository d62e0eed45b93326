import type { LabelKey, Translate } from '../../i18n/label-key.ts';
import { mayOpen, type Role, reachOf, type StudioPageName } from './rights.ts';

/** Something that can be done from the search: its words, its page, and the page whose right it needs. */
interface Command {
  label: LabelKey;
  href: string;
  page: StudioPageName;
  /** A right that it needs besides. */
  right?: Parameters<typeof reachOf>[1];
}

/** What the search of the studio does besides finding things, in the order in which it is offered. */
const COMMANDS: readonly Command[] = [
  { label: 'STUDIO_LEAD_NEW', href: '/studio/leads/new/', page: 'leads/new' },
  { label: 'STUDIO_PLAN_VIEWING', href: '/studio/leads/new/?form=contact-appointment', page: 'leads/new' },
  { label: 'STUDIO_NOTE_OFFER', href: '/studio/leads/new/?form=offer', page: 'leads/new' },
  {
    label: 'CONTENT_NEW_PROPERTY',
    href: '/studio/content/properties/_new/',
    page: 'content/[kind]',
    right: 'properties.facts',
  },
  { label: 'STUDIO_MANDATE_START', href: '/studio/mandate/', page: 'mandate' },
  { label: 'STUDIO_LEADS', href: '/studio/leads/', page: 'leads' },
  { label: 'STUDIO_AGENDA', href: '/studio/agenda/', page: 'agenda' },
  { label: 'STUDIO_OWNERS', href: '/studio/owners/', page: 'owners' },
  { label: 'STUDIO_PEOPLE', href: '/studio/people/', page: 'people' },
  { label: 'STUDIO_FIGURES', href: '/studio/figures/', page: 'figures' },
  { label: 'STUDIO_SEEKERS_AND_GAPS', href: '/studio/seekers/', page: 'seekers' },
  { label: 'PUBLISH', href: '/studio/publish/', page: 'publish' },
  { label: 'STUDIO_STAFF', href: '/studio/staff/', page: 'staff' },
  { label: 'STUDIO_HAND_OVER', href: '/studio/hand-over/', page: 'hand-over' },
  { label: 'STUDIO_AUDIT', href: '/studio/audit/', page: 'audit' },
  { label: 'MY_ACCOUNT', href: '/studio/account/', page: 'account' },
];

/** What a role can do from the search, in words. */
export const commandsOf = (role: Role, t: Translate): { words: string; href: string }[] =>
  COMMANDS.filter(({ page, right }) => mayOpen(role, page) && (!right || reachOf(role, right) !== null)).map(
    ({ label, href }) => ({ words: t(label), href }),
  );

/** The commands whose words contain a text, and the one that is exactly that text, if there is one. */
export function commandsFor<Named extends { words: string; href: string }>(
  text: string,
  commands: readonly Named[],
): { found: Named[]; exact: Named | null } {
  const wanted = plain(text);
  if (wanted === '') return { found: [], exact: null };
  const found = commands.filter(({ words }) => plain(words).includes(wanted));
  return { found, exact: found.find(({ words }) => plain(words) === wanted) ?? null };
}

/** A text without case and accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
