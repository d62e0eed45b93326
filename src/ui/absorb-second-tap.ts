/** How long, and how far away, a second tap still belongs to the first. */
const [TIME_MS, REACH_PX] = [700, 40];

/**
 * Keeps a second tap on a button that closes something away from what is below it: a link there would lead to another
 * page, and a button might open the thing again. A press by key changes nothing.
 */
export function absorbSecondTap({ detail, clientX, clientY }: MouseEvent): void {
  if (detail === 0) return;
  const absorb = (event: MouseEvent) => {
    if (event.detail === 0 || Math.hypot(event.clientX - clientX, event.clientY - clientY) > REACH_PX) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const options = { capture: true, signal: AbortSignal.timeout(TIME_MS) };
  // The press would take the focus, and the click would be followed.
  for (const kind of ['mousedown', 'click'] as const) addEventListener(kind, absorb, options);
}
