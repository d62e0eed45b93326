const SIGNS = {
  previous: 'M10 2L4 8l6 6',
  next: 'M6 2l6 6-6 6',
  close: 'M2 2l12 12M14 2L2 14',
  plus: 'M8 2v12M2 8h12',
  minus: 'M2 8h12',
};

/** A sign on a button of the viewer, as SVG. */
export function drawn(what: keyof typeof SIGNS): Node {
  const holder = document.createElement('template');
  holder.innerHTML =
    `<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.8" ` +
    `aria-hidden="true"><path d="${SIGNS[what]}"/></svg>`;
  return holder.content;
}
