import type { ImportedPicture } from '../features/property/property.ts';
import type { ExportRow } from './property-of-rows.ts';
import { isEmpty, plainTextOf } from './source-values.ts';

/** Numbers and names of files are no alternative texts. */
const isNoText = (name: string) =>
  /^[\d\s._-]*$|^(?:img|dsc|image|foto|photo)[\s_-]*\d*$|\.(?:jpe?g|png|webp)$/i.test(name.trim());

/** The pictures of the rows of one property, each once, with its alternative text in each language. */
export function picturesOf(rows: readonly ExportRow[]): ImportedPicture[] {
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
