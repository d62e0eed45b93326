import { randomBytes, randomInt } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { brotliDecompressSync, constants, createBrotliCompress } from 'node:zlib';
import { escapedHtml, jsonInHtml } from '../text/html.ts';
import { itemAt } from '../values/values.ts';
import { keepPolicy } from './policy.server.ts';

/** The place of a value that differs per request: the end of a quoted attribute, or of a text in JSON. */
interface Gap {
  name: string;
  isJson: boolean;
}

/** A page whose values that differ per request are left out: texts, and a gap between each two of them. */
export interface PageWithGaps {
  texts: Buffer[];
  gaps: Gap[];
}

/**
 * Splits a page at placeholders, each of which must end a quoted attribute or a text in JSON; null when one is
 * elsewhere. A placeholder consists of characters that are the same in HTML and JSON.
 */
export function splitPage(html: string, placeholders: Readonly<Record<string, string>>): PageWithGaps | null {
  const page: PageWithGaps = { texts: [], gaps: [] };
  const names = new Map(Object.entries(placeholders).map(([name, placeholder]) => [placeholder, name]));
  if (names.size === 0) return { texts: [Buffer.from(html)], gaps: [] };
  let done = 0;
  for (const found of html.matchAll(new RegExp([...names.keys()].join('|'), 'g'))) {
    const end = found.index + found[0].length;
    if (html.charAt(end) !== '"') return null;
    page.texts.push(Buffer.from(html.slice(done, found.index)));
    const isJson = html.lastIndexOf('<script', end) > html.lastIndexOf('</script', end);
    page.gaps.push({ name: names.get(found[0]) ?? '', isJson });
    done = end + 1;
  }
  page.texts.push(Buffer.from(html.slice(done)));
  return page;
}

/** A random placeholder, which no page contains by chance. */
export const newPlaceholder = (): string => `gap${randomBytes(12).toString('hex')}`;

/** What fills each gap of a page: the value escaped, with the quotation mark that ends it. */
export function fillingsOf({ gaps }: PageWithGaps, values: Readonly<Record<string, string>>): Buffer[] {
  return gaps.map(({ name, isJson }) => {
    const value = values[name] ?? '';
    return Buffer.from(isJson ? jsonInHtml(value).slice(1) : `${escapedHtml(value)}"`);
  });
}

/** The whole page as text. */
export function filledPage({ texts }: PageWithGaps, fillings: readonly Buffer[]): Buffer {
  return Buffer.concat(texts.flatMap((text, at) => [text, fillings[at] ?? Buffer.alloc(0)]));
}

/**
 * A page compressed around its gaps. In Brotli (RFC 7932) a copy names the distance to what it repeats. As long as each
 * gap keeps its width and no text repeats a part of a value, the compressed texts stay valid whatever the gaps contain.
 * Where a value occurs again, the compressed text repeats all of it.
 */
export interface PackedPage {
  /** The compressed texts, with an open gap between each two of them. */
  pieces: readonly Buffer[];
  /** The gaps of the page that are filled, by their index, and their widths in bytes. */
  open: readonly { at: number; width: number }[];
}

/** Widths are rounded up to this number of bytes, so that values of varying length have few widths. */
const STEP = 16;
/** Every gap ends in two spaces: the decoder of the text behind it looks at the two bytes before. */
const END = 2;
const MOST_BYTES = 2 ** 16;
const ATTEMPTS = 4;

/** The width of each gap for these fillings. */
export const widthsOf = (fillings: readonly Buffer[]): number[] =>
  fillings.map(({ length }) => Math.ceil((length + END) / STEP) * STEP);

/**
 * Compresses a page for gaps of these widths; null when that is not possible. The result is checked with other values.
 */
export async function packPage(page: PageWithGaps, widths: readonly number[]): Promise<PackedPage | null> {
  if (widths.some((width) => width > MOST_BYTES)) return null;
  const names = page.gaps.map(({ name }) => name);
  const first = names.map((name) => names.indexOf(name));
  if (first.some((one, at) => widths[one] !== widths[at])) return null;
  const open = widths.flatMap((width, at) => (first[at] === at ? [{ at, width }] : []));
  const noises = () => {
    const own = widths.map(noise);
    return first.map((one) => itemAt(own, one));
  };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const packed = { pieces: await compressed(page, noises(), open), open };
    const others = noises();
    const sent = spliced(packed, others);
    if (sent && isSame(sent, filledPage(page, others))) return packed;
  }
  return null;
}

function isSame(packed: Buffer, whole: Buffer): boolean {
  try {
    return brotliDecompressSync(packed).equals(whole);
  } catch {
    return false;
  }
}

/**
 * The compressed page with its gaps filled; null when a filling does not fit, a value is not written alike, or the page
 * could not be compressed beforehand and has no pieces.
 */
export function splicedPage(page: PageWithGaps, packed: PackedPage, fillings: readonly Buffer[]): Buffer | null {
  const names = page.gaps.map(({ name }) => name);
  const isAlike = names.every((name, at) => itemAt(fillings, at).equals(itemAt(fillings, names.indexOf(name))));
  const isFitting = packed.open.every(({ at, width }) => itemAt(fillings, at).length <= width - END);
  return packed.pieces.length > 0 && isAlike && isFitting ? spliced(packed, fillings) : null;
}

function spliced({ pieces, open }: PackedPage, fillings: readonly Buffer[]): Buffer {
  const parts = open.flatMap(({ at, width }, piece) => {
    const filling = itemAt(fillings, at);
    // White space after the quotation mark changes neither HTML nor JSON.
    return [itemAt(pieces, piece), uncompressedHead(width), filling, Buffer.alloc(width - filling.length, ' ')];
  });
  return Buffer.concat([...parts, itemAt(pieces, -1)]);
}

/** What Brotli writes before data that it does not compress: not the last block, its length, a flag. */
function uncompressedHead(bytes: number): Buffer {
  const head = Buffer.alloc(3);
  head.writeUIntLE(((bytes - 1) << 3) | (1 << 19), 0, 3);
  return head;
}

/** Bytes that neither occur in a text nor repeat nearby, so that the compressor finds nothing in them to copy. */
function noise(width: number): Buffer {
  const bytes: number[] = [];
  while (bytes.length < width) {
    const left = Array.from({ length: 128 }, (_, at) => at | 0x80);
    while (left.length > 0) bytes.push(...left.splice(randomInt(left.length), 1));
  }
  return Buffer.from(bytes.slice(0, width - END).concat(32, 32));
}

/** The compressed texts around the open gaps; what the compressor writes for an open gap is left out. */
async function compressed(
  page: PageWithGaps,
  fillings: readonly Buffer[],
  open: PackedPage['open'],
): Promise<Buffer[]> {
  const whole = filledPage(page, fillings);
  const stream = createBrotliCompress({
    params: { [constants.BROTLI_PARAM_LGWIN]: 18, [constants.BROTLI_PARAM_SIZE_HINT]: whole.length },
  });
  let parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  const failed = new Promise<never>((_, reject) => stream.on('error', reject));
  const after = async (text: Buffer, isLast = false): Promise<Buffer> => {
    parts = [];
    const done = new Promise<void>((resolve) => {
      if (isLast) stream.on('end', resolve).end(text);
      else stream.write(text, () => stream.flush(constants.BROTLI_OPERATION_FLUSH, resolve));
    });
    await Promise.race([done, failed]);
    return Buffer.concat(parts);
  };
  const pieces: Buffer[] = [];
  let done = 0;
  for (const { at, width } of open) {
    const start = filledPage({ ...page, texts: page.texts.slice(0, at + 1) }, fillings.slice(0, at)).length;
    pieces.push(await after(whole.subarray(done, start)));
    done = start + width;
    await after(whole.subarray(start, done));
  }
  pieces.push(await after(whole.subarray(done), true));
  return pieces;
}

/** Astro's handler of a version, as its bundle exports it. */
export type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
  locals: Partial<App.Locals>,
) => Promise<void>;

interface AlonePage {
  status: number;
  headers: Record<string, string | string[]>;
  html: string;
}

/** Renders a page for nobody: the request has no headers, no cookies and no connection. */
export function renderAlone(renderPage: PageHandler, path: string, locals: Partial<App.Locals>): Promise<AlonePage> {
  return new Promise((resolve, reject) => {
    const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: path });
    const response = new ServerResponse(request);
    const parts: Buffer[] = [];
    let [status, headers]: [number, AlonePage['headers']] = [200, {}];
    Object.assign(response, {
      writeHead(code: number, given: AlonePage['headers'] = {}) {
        [status, headers] = [code, given];
        return response;
      },
      write: (part: Uint8Array) => parts.push(Buffer.from(part)) > 0,
      end() {
        resolve({ status, headers, html: Buffer.concat(parts).toString('utf8') });
        return response;
      },
    });
    keepPolicy(response);
    renderPage(request, response, () => reject(new Error(`${path} is no page of this version`)), locals).catch(reject);
  });
}
