import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { LiveSite } from './live-site.ts';
import { STUDIO_HOST, type StudioResponse } from './studio-site.ts';

/** A form with files as bytes, with its type. */
async function encoded(form: FormData): Promise<{ type: string; body: Buffer }> {
  const response = new Response(form);
  return { type: response.headers.get('content-type') ?? '', body: Buffer.from(await response.arrayBuffer()) };
}

/**
 * Posts a form with files to an action of the studio, as a browser does; `pauseMs` is the time between its two halves,
 * `isHalf` leaves after the first one.
 */
export async function sendFiles(
  live: Pick<LiveSite, 'url'>,
  action: string,
  form: FormData,
  {
    cookie,
    origin,
    accept = 'application/json',
    pauseMs = 0,
    isHalf = false,
  }: { cookie?: string; origin?: string; accept?: string; pauseMs?: number; isHalf?: boolean } = {},
): Promise<StudioResponse | null> {
  const { type, body } = await encoded(form);
  const { hostname, port } = new URL(live.url);
  const host = `${STUDIO_HOST}:${port}`;
  const headers = {
    ...{ Host: host, Origin: origin ?? `http://${host}`, Accept: accept },
    ...{ 'Content-Type': type, 'Content-Length': body.length, ...(cookie && { Cookie: cookie }) },
  };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: `/studio/do/${action}/`, method: 'POST', headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const bytes = Buffer.concat(parts);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: bytes.toString(), bytes });
      });
    });
    sent.on('error', (error) => (isHalf ? resolve(null) : reject(error)));
    const half = Math.floor(body.length / 2);
    sent.write(body.subarray(0, half), async () => {
      if (isHalf) return void sent.destroy();
      await pause(pauseMs);
      sent.end(body.subarray(half));
    });
  });
}

/** The form of an upload; `files` by their names. */
export function uploadForm(
  { name, kind = 'properties', list = 'XLargePictureItems', ...more }: Record<string, string | undefined>,
  files: Readonly<Record<string, Buffer>>,
): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries({ kind, name, list, ...more })) if (value) form.set(key, value);
  for (const [file, bytes] of Object.entries(files)) form.append('upload', new Blob([new Uint8Array(bytes)]), file);
  return form;
}
