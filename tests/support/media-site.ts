import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type MediaOptions, openMedia } from '../../src/platform/media/media.server.ts';

/** The response to a client: `status`, lower-case headers and the whole body. */
export interface MediaResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A media folder and a data folder of their own, behind a real HTTP server, removed when the test ends. */
export async function openMediaSite(options: Partial<MediaOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'dorpel-media-'));
  const mediaDir = join(folder, 'content', 'media');
  const dataDir = join(folder, 'data');
  await mkdir(mediaDir, { recursive: true });
  const reports: unknown[] = [];
  const open = () => openMedia({ mediaDir, dataDir, report: (error) => reports.push(error), ...options });
  let media = open();

  const server = createServer((incoming, response) => {
    void media.handle(incoming, response, new URL(incoming.url!, 'http://localhost'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await media.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Requests the path exactly as it is spelled; fetch would normalise it. */
  function fetchPath(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<MediaResponse> {
    return new Promise((resolve, reject) => {
      const outgoing = request({ port, host: '127.0.0.1', path, headers, method, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
        );
        response.on('error', reject);
      });
      outgoing.on('error', reject).end();
    });
  }

  async function put(path: string, content: Buffer | string): Promise<string> {
    const file = join(mediaDir, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    return file;
  }

  async function reopen(): Promise<void> {
    await media.close();
    media = open();
  }

  return { folder, mediaDir, dataDir, port, reports, fetchPath, put, reopen, media: () => media };
}

/** The same with one film of a given size under two names. */
export async function openVideoSite(size = 5000) {
  const site = await openMediaSite();
  const video = Buffer.from(Array.from({ length: size }, (_, at) => at % 251));
  await site.put('tour.mp4', video);
  await site.put('tour.webm', video);
  return { ...site, video };
}
