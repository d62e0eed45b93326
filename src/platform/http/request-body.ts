/** How much a posted form may hold. */
export interface BodyLimits {
  mostBytes: number;
  mostFields: number;
}

const USUAL: BodyLimits = { mostBytes: 64 * 1024, mostFields: 200 };
/** For forms of content, which only staff post. */
export const LARGE_FORM: BodyLimits = { mostBytes: 4 * 1024 * 1024, mostFields: 5000 };

/** The fields of a posted form, or why they cannot be read. */
export type Body =
  | {
      ok: true;
      json: boolean;
      raw: Record<string, unknown>;
      /** Bytes and names of uploaded files by their fields. */
      files?: ReadonlyMap<string, Uint8Array>;
      fileNames?: ReadonlyMap<string, string>;
    }
  | { ok: false; problem: 'unreadable' | 'too-large' | 'unsupported-type' };

/**
 * Reads a posted form, url-encoded or JSON; uploads and anything else are refused. A name that is given twice becomes a
 * list.
 */
export async function readBody(request: Request, limits = USUAL): Promise<Body> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  const json = type === 'application/json';
  if (!json && type !== 'application/x-www-form-urlencoded') return { ok: false, problem: 'unsupported-type' };
  const bytes = await readBytes(request, limits.mostBytes);
  if (!bytes) return { ok: false, problem: 'too-large' };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, problem: 'unreadable' };
  }
  const raw = json ? fromJson(text, limits.mostFields) : fromForm(text, limits.mostFields);
  return raw ? { ok: true, json, raw } : { ok: false, problem: 'unreadable' };
}

/**
 * The text fields of a posted form in any encoding of HTML, multipart included: mail programs that unsubscribe with one
 * click may send either (RFC 8058). A body that is missing, too large or unreadable has no fields.
 */
export async function readPlainForm(request: Request): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request);
  const headers = { 'Content-Type': request.headers.get('content-type') ?? '' };
  const form = bytes && (await new Response(Buffer.from(bytes), { headers }).formData().catch(() => null));
  return withoutPrototype(
    [...(form ?? [])].filter(([, value]) => typeof value === 'string').slice(0, USUAL.mostFields),
  );
}

/** The bytes of a body, at most 64 KB unless told otherwise; null when it is larger or breaks off. */
export async function readBytes(request: Request, mostBytes = USUAL.mostBytes): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) return null;
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
      size += part.length;
      if (size > mostBytes) return null;
      parts.push(part);
    }
  } catch {
    return null;
  }
  return Buffer.concat(parts);
}

function fromJson(text: string, mostFields: number): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
    const entries = Object.entries(value).slice(0, mostFields);
    return entries.some(([, inner]) => !isPlain(inner)) ? null : withoutPrototype(entries);
  } catch {
    return null;
  }
}

/** Whether a value is text, a number, a boolean or a list of text: form values are never nested deeper. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value))
    return value.length <= USUAL.mostFields && value.every((inner) => typeof inner === 'string');
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function fromForm(text: string, mostFields: number): Record<string, unknown> {
  const params = new URLSearchParams(text);
  const names = [...new Set(params.keys())].slice(0, mostFields);
  return withoutPrototype(
    names.map((name) => [
      name,
      params.getAll(name).length > 1 ? params.getAll(name).slice(0, USUAL.mostFields) : params.get(name),
    ]),
  );
}

function withoutPrototype(entries: [string, unknown][]): Record<string, unknown> {
  const raw: Record<string, unknown> = Object.create(null);
  for (const [name, value] of entries) raw[name] = value;
  return raw;
}
