import type { LabelKey } from '../../i18n/label-key.ts';

const WORDS: Readonly<Record<string, LabelKey>> = {
  note: 'STUDIO_ENTRY_NOTE',
  reply: 'STUDIO_ENTRY_REPLY',
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
