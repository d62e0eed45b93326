import type { Palette, Scheme } from './palette.ts';

/** The mark, an open frame on a slab, as two paths in a square of 32. */
export const MARK = { frame: 'M8 2h16v22h-3V5h-4v19H8z', slab: 'M3 26h26v4H3z' } as const;

/** The mark as an icon for tabs, in the colours of a brand, light and dark. */
export function markIcon({ light, dark }: Readonly<Record<Scheme, Palette>>): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>' +
    `.d{fill:${light.ink}}.s{fill:${light.accent}}` +
    `@media(prefers-color-scheme:dark){.d{fill:${dark.ink}}.s{fill:${dark.accent}}}</style>` +
    `<path class="d" d="${MARK.frame}"/><path class="s" d="${MARK.slab}"/></svg>\n`
  );
}

/** The mark on a square ground with a margin, in the light colours, for start screens. */
export function markSquare({ light }: Readonly<Record<Scheme, Palette>>): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><path fill="${light.page}" d="M0 0h48v48H0z"/>` +
    `<g transform="translate(8 8)"><path fill="${light.ink}" d="${MARK.frame}"/>` +
    `<path fill="${light.accent}" d="${MARK.slab}"/></g></svg>`
  );
}
