import jsToXliff12 from 'xliff/jsToXliff12';
import xliff12ToJs from 'xliff/xliff12ToJs';

/** A text to translate. */
export interface XliffUnit {
  file: string;
  id: string;
  source: string;
  target: string;
  /** For the translator: what it is. */
  note: string;
  /** What the file says of the state; kept as it is. */
  state: string;
}

/** A file for a translator. */
export interface XliffFile {
  source: string;
  target: string;
  units: readonly XliffUnit[];
}

/** Why a file cannot be read. */
export type XliffProblem = 'encoding' | 'entities' | 'unreadable' | 'version' | 'languages' | 'markup';

/** The document as the library has it. */
export interface XliffDocument {
  sourceLanguage: string;
  targetLanguage: string;
  resources: Record<string, Record<string, unknown>>;
}

/** Characters that XML 1.0 cannot have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are looked for
const NO_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
/** The library cuts a text after its last line break; a character that no text has keeps the end. */
const END = '\ufdd0';

/** Whether a text can be in an XML file. */
export const fitsXml = (text: string): boolean => !NO_XML.test(text) && !text.includes(END) && text.isWellFormed();

/** An XLIFF 1.2 file; texts keep their line breaks. */
export function writeXliff({ source, target, units }: XliffFile): string {
  // Without a prototype, so that every name of a file or text is only a name.
  const resources: XliffDocument['resources'] = Object.create(null);
  for (const { file, id, note, state, ...texts } of units) {
    resources[attribute(file)] ??= Object.create(null) as Record<string, unknown>;
    resources[attribute(file)]![id] = {
      source: content(texts.source),
      target: content(texts.target),
      note: content(note),
      additionalAttributes: { 'xml:space': 'preserve', ...(state && { extradata: attribute(state) }) },
    };
  }
  let written = '';
  jsToXliff12({ sourceLanguage: source, targetLanguage: target, resources }, { indent: '' }, (problem, xml) => {
    if (problem) throw problem;
    written = xml;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written}\n`;
}

/** The library reads `&amp;` in a text as `&`, so that a text with an ampersand is given to it escaped. */
const content = (text: string) => text.replaceAll('&', '&amp;').replaceAll('\r', '');
const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Reads an XLIFF 1.2 file. Entities of its own and texts with tags in them are refused. */
export function readXliff(bytes: Uint8Array): { ok: true; file: XliffFile } | { ok: false; problem: XliffProblem } {
  let xml: string;
  try {
    xml = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, problem: 'encoding' };
  }
  const declared = /^\s*<\?xml[^>]*encoding\s*=\s*["']([^"']+)/i.exec(xml)?.[1];
  if (declared && !/^utf-?8$/i.test(declared)) return { ok: false, problem: 'encoding' };
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) return { ok: false, problem: 'entities' };
  if (/<xliff\b[^>]*\sversion\s*=\s*["'](?!1\.2["'])/.test(xml)) return { ok: false, problem: 'version' };
  try {
    return fileOf(documentOf(xml));
  } catch {
    return { ok: false, problem: 'unreadable' };
  }
}

function documentOf(xml: string): unknown {
  const options = { captureSpacesBetweenElements: true, textFn: (text: string) => text.replace(/\r\n?/g, '\n') + END };
  let found: unknown;
  xliff12ToJs(xml, options, (problem, document) => {
    if (problem) throw problem;
    found = document;
  });
  return found;
}

interface ReadUnit {
  source?: unknown;
  target?: unknown;
  groupUnits?: Record<string, ReadUnit>;
  additionalAttributes?: { extradata?: unknown };
}

function fileOf(document: unknown): ReturnType<typeof readXliff> {
  const { sourceLanguage, targetLanguage, resources, xliffVersion } = document as {
    sourceLanguage?: string;
    targetLanguage?: string;
    xliffVersion?: string;
    resources: Record<string, Record<string, ReadUnit>>;
  };
  if (xliffVersion) return { ok: false, problem: 'version' };
  const codes = [sourceLanguage, targetLanguage].map((code) =>
    /^[a-z]{2}(?=$|[-_])/i.exec(code ?? '')?.[0]?.toLowerCase(),
  );
  const [source, target] = codes;
  if (!source || !target) return { ok: false, problem: 'languages' };
  const units = Object.entries(resources).flatMap(([file, all]) => unitsOf(file, all));
  if (units.some((unit) => unit === null)) return { ok: false, problem: 'markup' };
  return { ok: true, file: { source, target, units: units.filter((unit) => unit !== null) } };
}

function unitsOf(file: string, all: Readonly<Record<string, ReadUnit>>): (XliffUnit | null)[] {
  return Object.entries(all).flatMap(([id, unit]) => {
    if (unit.groupUnits) return unitsOf(file, unit.groupUnits);
    const [source, target] = [textIn(unit.source), textIn(unit.target)];
    if (source === null || target === null) return [null];
    return [{ file, id, source, target, note: '', state: String(unit.additionalAttributes?.extradata ?? '') }];
  });
}

/** A text; null when it holds tags. Tools divide a long text, and what is CDATA is a part of its own. */
function textIn(value: unknown): string | null {
  if (value === undefined) return '';
  const parts = Array.isArray(value) ? value : [value];
  return parts.every((part) => typeof part === 'string') ? parts.join('').replaceAll(END, '') : null;
}
