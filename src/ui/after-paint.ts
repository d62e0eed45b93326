/** Runs deferrable work after the next frame is painted, so that it does not delay the response to an input. */
export const afterPaint = (work: () => void): void => void requestAnimationFrame(() => setTimeout(work));
