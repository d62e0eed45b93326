/** A time to which a viewing can be moved, as the server says it. */
export interface FreeTime {
  startsAt: string;
  day: string;
  clock: string;
  /** Classes that place it in its column. */
  place: string;
  words: string;
}

/** What is known of a viewing while it is dragged. */
export interface Moved {
  agent: string;
  about: string;
  from: string;
  mailed: string;
  free: FreeTime[];
}

/** The dialog of the page that asks before a viewing is moved. */
export const moveDialog = (): HTMLDialogElement | null => document.querySelector('[data-move-dialog]');

/** Says from when to when a viewing would move and who gets a mail, and moves it once that was confirmed. */
export function askToMove(viewing: string, moved: Moved, time: FreeTime): void {
  const dialog = moveDialog();
  const form = dialog?.querySelector('form');
  if (!dialog || !form) return;
  for (const [name, value] of Object.entries({ viewing, startsAt: time.startsAt }))
    form.querySelector<HTMLInputElement>(`[name="${name}"]`)!.value = value;
  const { about, from, mailed } = moved;
  for (const [name, text] of Object.entries({ about, from, mailed, to: time.words }))
    form.querySelector(`[data-${name}]`)!.textContent = text;
  dialog.showModal();
}

/** A free time on which a viewing can be dropped. */
export function slotOf({ startsAt, clock, place }: FreeTime): HTMLElement {
  const slot = document.createElement('span');
  slot.className = `s-slot ${place}`;
  slot.dataset.starts = startsAt;
  slot.textContent = clock;
  return slot;
}
