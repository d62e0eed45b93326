import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordFolder } from '../../src/content/history/content-writer.server.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import type { LiveSite } from './live-site.ts';

type Folders = Pick<LiveSite, 'contentDir' | 'dataDir'>;

/** Keeps the content of a live site in its history, as a publish does. */
export async function recordContent({ contentDir, dataDir }: Folders): Promise<void> {
  const database = await openDatabase({ dataDir });
  await recordFolder(database, { contentDir, dataDir });
  await database.close();
}

/** The data of a content file of a live site. */
export const contentOf = ({ contentDir }: Pick<Folders, 'contentDir'>, file: string) =>
  JSON.parse(readFileSync(join(contentDir, file), 'utf8')) as Record<string, unknown>;

/** Changes a content file of a live site by hand. */
export const editByHand = (live: Pick<Folders, 'contentDir'>, file: string, changes: object): void =>
  writeFileSync(join(live.contentDir, file), `${JSON.stringify({ ...contentOf(live, file), ...changes }, null, 2)}\n`);

/** Asks the studio with a form that has a file. */
export async function sendUpload(
  live: Pick<LiveSite, 'url'>,
  { host, cookie, action, name, bytes }: Record<'host' | 'cookie' | 'action' | 'name', string> & { bytes: Uint8Array },
): Promise<{ status: number; location: string; text: string }> {
  const { request } = await import('node:http');
  const { hostname, port } = new URL(live.url);
  const boundary = '----upload-of-the-tests';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="x.xlf"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const headers = {
    ...{ Host: `${host}:${port}`, Cookie: cookie, Origin: `http://${host}:${port}` },
    ...{ 'Content-Type': `multipart/form-data; boundary=${boundary}`, 'Content-Length': body.length },
  };
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path: `/studio/do/${action}/`, method: 'POST', headers };
    const sent = request(options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          ...{ status: response.statusCode ?? 0, location: response.headers.location ?? '' },
          text: Buffer.concat(parts).toString(),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
