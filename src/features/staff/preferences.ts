/** When single keys act: never, together with Alt, or alone (WCAG 2.1.4). */
export const KEY_MODES = ['off', 'alt', 'single'] as const;
export type KeyMode = (typeof KEY_MODES)[number];

/** For how many seconds a mail can be taken back, to choose from (WCAG 2.2.1); the first one unless chosen. */
export const UNDO_SECONDS = [10, 60, 600] as const;
export type UndoSeconds = (typeof UNDO_SECONDS)[number];

/** How a member of staff wants the studio to work. */
export interface Preferences {
  keys: KeyMode;
  undoSeconds: UndoSeconds;
}

/** The preferences of a new account. */
export const FIRST_PREFERENCES: Preferences = { keys: KEY_MODES[0], undoSeconds: UNDO_SECONDS[0] };

/** The preferences that were given or stored; what is not among the choices is the first choice. */
export const preferencesOf = ({ keys, undoSeconds }: { keys: string; undoSeconds: number }): Preferences => ({
  keys: KEY_MODES.find((mode) => mode === keys) ?? FIRST_PREFERENCES.keys,
  undoSeconds: UNDO_SECONDS.find((seconds) => seconds === undoSeconds) ?? FIRST_PREFERENCES.undoSeconds,
});
