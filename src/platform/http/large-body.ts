import { PROMISED } from '../../i18n/promised.ts';
import { type Body, readBytes } from './request-body.ts';

const MOST_BYTES = PROMISED.formMegabytes * 1024 * 1024;
const MOST_FIELDS = 20_000;

/** Reads a posted form with many fields or with files, up to 5 MB or as given; for people who have logged in. */
export async function readLargeBody(request: Request, mostBytes = MOST_BYTES): Promise<Body> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type))
    return { ok: false, problem: 'unsupported-type' };
  const bytes = await readBytes(request, mostBytes);
  if (!bytes) return { ok: false, problem: 'too-large' };
  const response = new Response(Buffer.from(bytes), { headers: { 'Content-Type': type } });
  const form = await response.formData().catch(() => null);
  if (!form) return { ok: false, problem: 'unreadable' };
  const raw: Record<string, unknown> = Object.create(null);
  const files = new Map<string, Uint8Array>();
  const fileNames = new Map<string, string>();
  for (const [name, value] of [...form].slice(0, MOST_FIELDS)) {
    if (typeof value !== 'string') {
      // A field for a file that was left empty is sent as an empty file.
      if (value.size === 0) continue;
      files.set(name, new Uint8Array(await value.arrayBuffer()));
      fileNames.set(name, value.name);
      continue;
    }
    const known = raw[name];
    if (Array.isArray(known)) known.push(value);
    else raw[name] = known === undefined ? value : [known, value];
  }
  return { ok: true, json: false, raw, files, fileNames };
}
