import type { CrmConnection, PendingEvent } from '../features/crm/crm.ts';
import type { ExportReading } from '../features/import/export-reading.ts';
import type { ImportSettings } from '../features/import/settings.ts';
import { type Remark, remark } from '../i18n/remark.server.ts';
import { itemAt } from '../platform/values/values.ts';

/** The upper half of DOS code page 850, as old programs write it: letters first, then frames and signs. */
const DOS_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´' +
  '\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

const EIGHT_BIT: readonly (readonly [name: string, read: (bytes: Buffer) => string])[] = [
  ['Windows-1252', (bytes) => new TextDecoder('windows-1252').decode(bytes)],
  ['Mac OS Roman', (bytes) => new TextDecoder('macintosh').decode(bytes)],
  [
    'DOS 850',
    (bytes) => Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : DOS_850[byte - 128])).join(''),
  ],
];
/** What texts of Western Europe hold beside ASCII. */
const COMMON = /[àâäçèéêëîïôöùûüÿœæÀÂÇÈÉÊËÎÏÔÖÙÛÜŒÆß€²³°½±«»‘’“”–—…•·µ§\u00a0]/u;

/** How many characters beside ASCII are unusual; a capital inside a word is too. */
function oddIn(text: string): number {
  const others = [...text.matchAll(/\P{ASCII}/gu)];
  return others.filter(({ 0: sign, index }) => {
    const isInside = /\p{Ll}/u.test(text[index - 1] ?? '') && /\p{Lu}/u.test(sign);
    return !COMMON.test(sign) || isInside;
  }).length;
}

/** Which half of each pair of bytes is empty in a text of UTF-16 without a mark; null for another text. */
function wideOrder(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  const start = bytes.subarray(0, 2000);
  const zerosAt = (place: 0 | 1) => start.filter((byte, at) => byte === 0 && at % 2 === place).length;
  const even = zerosAt(0);
  const odd = zerosAt(1);
  if (odd * 4 > start.length && even === 0) return 'utf-16le';
  return even * 4 > start.length && odd === 0 ? 'utf-16be' : null;
}

/**
 * A file of an export as text: UTF-8, UTF-16, or else the code page of Windows, Mac or DOS that gives the fewest
 * unusual characters. The note says which one was read when it is not UTF-8.
 */
export function decodeExport(name: string, bytes: Buffer): { file: ExportFile; note: Remark | null } {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const wide = isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : wideOrder(bytes);
  try {
    const text = new TextDecoder(wide ?? 'utf-8', { fatal: true }).decode(bytes);
    return { file: { name, text }, note: wide ? remark('REMARK_READ_AS_WIDE', { file: name }) : null };
  } catch {
    const readings = EIGHT_BIT.map(([page, read]) => ({ page, text: read(bytes) }));
    const { page, text } = itemAt(
      readings.toSorted((a, b) => oddIn(a.text) - oddIn(b.text)),
      0,
    );
    return { file: { name, text }, note: remark('REMARK_READ_AS_PAGE', { file: name, page }) };
  }
}

/** One file of an export, as it was read. */
export interface ExportFile {
  name: string;
  text: string;
  /** The rows of a workbook, whose cells are numbers or texts; then there is no text. */
  cells?: readonly (readonly (string | number)[])[];
  /** The name of the sheet that it is, of a workbook with several. */
  sheet?: string;
  /** The record that it should hold, and why it could not be read. */
  failed?: { sourceId: string; why: Remark };
}

/** A source of properties. To add a source, add a file in this folder and its line in importers.ts. */
export interface Importer {
  name: string;
  /** Endings of the file names that it reads. */
  endings: readonly string[];
  read(files: readonly ExportFile[], settings: ImportSettings): ExportReading;
  /** Fetches all properties from the CRM, as files that `read` understands; throws `CrmProblem`. */
  fetch?(connection: CrmConnection): Promise<ExportFile[]>;
  /**
   * For a CRM without a list: fetches the properties of which it sent events. Throws `CrmProblem` when it gives
   * nothing.
   */
  fetchChanged?(connection: CrmConnection, events: readonly PendingEvent[], nowMs: number): Promise<Changes>;
}

/** What became of the properties that a CRM said have changed. */
export interface Changes {
  files: ExportFile[];
  /** IDs in the CRM of those that are no longer published. */
  goneIds: string[];
  /** Those that could not be read yet; their events wait for the next import. */
  unread: { sourceId: string; why: Remark; isExpected?: boolean }[];
}
