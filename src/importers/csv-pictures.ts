/** Whether a text is the name or URL of a photograph. */
export const isPicture = (name: string): boolean => /\.(?:jpe?g|png|webp|heic)$/i.test(name.split('?')[0]!);

/** Photographs are separated by `|`; a comma, a semicolon or a space separates them where each part is one. */
export function picturesIn(cell: string): string[] {
  if (cell.includes('|')) return cell.split('|').filter((part) => part.trim() !== '');
  for (const between of [/[,;\n]+/, /[,;\s]+/]) {
    const parts = cell.split(between).flatMap((part) => part.trim() || []);
    if (parts.length > 1 && parts.every((part) => isPicture(part))) return parts;
  }
  return [cell];
}
