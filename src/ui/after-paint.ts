/** Runs what may wait once the next picture is on the screen: it does not hold up the answer to an input. */
export const afterPaint = (work: () => void): void => void requestAnimationFrame(() => setTimeout(work));
