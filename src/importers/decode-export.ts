import type { ExportFile } from './importer.ts';

/**
 * A file of an export as text: UTF-8, UTF-16 with its mark, or else Windows-1252, as spreadsheets of Western Europe
 * write it. The note says which one was read when it is not UTF-8.
 */
export function decodeExport(name: string, bytes: Buffer): { file: ExportFile; note: string | null } {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return { file: { name, text }, note: isWide ? `${name} was read as UTF-16` : null };
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    return { file: { name, text }, note: `${name} is not UTF-8 and was read as Windows-1252: look at its accents` };
  }
}
