import type { Content } from './content.ts';
import { thingsOf, walk } from './things-of.ts';

const IN_TEXT = /\/media\/([^\s"'()<>?#]+)/g;

/** The paths below content/media/ and content/documents/ that the content names, each with the files that name it. */
export function filesUsed(content: Content): { media: Set<string>; documents: Set<string> } {
  const [media, documents] = [new Set<string>(), new Set<string>()];
  for (const [, thing] of thingsOf(content)) {
    walk(thing, (value, path) => {
      if (typeof value !== 'string') return undefined;
      const key = path.at(-1);
      if (key === 'src' || key === 'Url') media.add(value);
      else if (key === 'File') documents.add(value);
      else if (value.includes('/media/')) for (const [, file = ''] of value.matchAll(IN_TEXT)) media.add(decoded(file));
      return undefined;
    });
  }
  return { media, documents };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
