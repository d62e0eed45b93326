import type { Readable } from 'node:stream';
import { problemResponse, seeOther, wantsJson } from '../../../platform/http/endpoint.server.ts';
import { readLargeBody } from '../../../platform/http/large-body.ts';
import { type Body, LARGE_FORM, readBody } from '../../../platform/http/request-body.ts';
import { isUpload } from '../../../platform/http/upload-body.server.ts';

/** Actions with many texts or a file, which are read for those who are in only; each with the page of its form. */
const LARGE: Readonly<Partial<Record<string, string>>> = {
  'translations-save': '/studio/translations/',
  'labels-save': '/studio/translations/labels/',
  'replace-apply': '/studio/replace/',
};

const FORM_OF_CONTENT = { ...LARGE_FORM, mostBytes: 512 * 1024 };

/** The body of an action; a response where it cannot be read. Photographs are still to be read, from `incoming`. */
export async function readStudioBody(
  name: string,
  request: Request,
  locals: App.Locals,
): Promise<{ body: Extract<Body, { ok: true }> | Response; incoming: Readable | null }> {
  const { staff, services } = locals;
  const isIn = staff !== null && staff !== undefined && services?.studio.staff.isIn(staff) === true;
  // Files are read once it is clear that the person may send them.
  if (isUpload(request) && name.startsWith('photo-'))
    return { body: { ok: true, json: wantsJson(request), raw: {} }, incoming: locals.bodyOfUpload?.() ?? null };
  // A form of content that brings a picture.
  const isWithPicture = isIn && isUpload(request) && name === 'content-save';
  const page = isIn ? (isWithPicture ? '/studio/' : LARGE[name]) : undefined;
  // Somebody whose session has ended gets back what they wrote.
  const limits = name.startsWith('content-') ? (isIn ? LARGE_FORM : FORM_OF_CONTENT) : undefined;
  const body = page ? await readLargeBody(request) : await readBody(request, limits);
  if (body.ok) return { body, incoming: null };
  const isTooLarge = page && body.problem === 'too-large';
  return { body: isTooLarge ? seeOther(`${page}?wrong=too-large`) : problemResponse(body.problem), incoming: null };
}
