import type { ImportedPicture } from '../features/property/property.ts';
import { isEmpty, plainTextOf } from './source-values.ts';

/** Whether a text is the name or URL of a photograph. */
export const isPicture = (name: string): boolean => /^[^?]*\.(?:jpe?g|png|webp|heic)(?:\?|$)/i.test(name);

/** Photographs are separated by `|`; a comma, a semicolon or a space separates them where each part is one. */
export function picturesIn(cell: string): string[] {
  if (cell.includes('|')) return cell.split('|').filter((part) => part.trim() !== '');
  for (const between of [/[,;\n]+/, /[,;\s]+/]) {
    const parts = cell.split(between).flatMap((part) => part.trim() || []);
    if (parts.length > 1 && parts.every((part) => isPicture(part))) return parts;
  }
  return [cell];
}

/** Numbers and names of files are no alternative texts. */
const isNoText = (name: string) =>
  /^[\d\s._-]*$|^(?:img|dsc|image|foto|photo)[\s_-]*\d*$|\.(?:jpe?g|png|webp)$/i.test(name.trim());

/** The pictures of a row of an export, with the language of its texts. */
export interface RowPictures {
  language: string;
  /** `name`: the alternative text in the language of the row; `names`: in each language. */
  pictures: { source: string; key?: string; id?: number; name?: string; names?: Readonly<Record<string, string>> }[];
}

/** The pictures of the rows of one property, each once, with its alternative text in each language. */
export function picturesOf(rows: readonly RowPictures[]): ImportedPicture[] {
  const pictures = new Map<string, ImportedPicture>();
  for (const { language, pictures: own } of rows) {
    for (const { source, key, id, name, names = { [language]: name } } of own) {
      const known = pictures.get(key ?? source) ?? { source, ...(key && { key }), ...(id && { id }) };
      const texts = Object.entries(names).filter(([code, text]) => code && !isEmpty(text) && !isNoText(String(text)));
      const alt = { ...known.alt, ...Object.fromEntries(texts.map(([code, text]) => [code, plainTextOf(text)])) };
      pictures.set(key ?? source, { ...known, ...(Object.keys(alt).length > 0 && { alt }) });
    }
  }
  return [...pictures.values()];
}
