const ADDRESS = /\/media\/[^\s",]+/g;

const FIRST = 'fetchpriority="high"';

/** The URLs of the pictures that a page shows first, in all the sizes that it offers. */
export function firstImagesIn(html: string): string[] {
  const found: string[] = [];
  for (let at = html.indexOf(FIRST); at >= 0; at = html.indexOf(FIRST, at + 1)) {
    const image = html.lastIndexOf('<img', at);
    if (image < html.lastIndexOf('</', at)) continue;
    let whole = image;
    const tagBefore = (tag: number) => html.lastIndexOf('<', tag - 1);
    // In a picture element the other sources come right before the image.
    for (let tag = tagBefore(image); html.startsWith('<source', tag); tag = tagBefore(tag)) whole = tag;
    for (const [src] of html.slice(whole, at).matchAll(ADDRESS))
      found.push(src.replaceAll('&#38;', '&').replaceAll('&amp;', '&'));
  }
  return found.map(apart);
}

/** Copies a text into memory of its own: a substring keeps its whole page in memory, 100 KB each. */
const apart = (text: string): string => Buffer.from(text).toString();
