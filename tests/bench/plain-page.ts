import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves the least a page can be: HTML of a given size that does not compress, and one picture at the top. */
export async function startPlainPage(
  htmlBytes: number,
  picture: Buffer | null,
): Promise<{ url: string; close: () => void }> {
  const image = picture
    ? '<img src="/picture" width="400" height="267" style="width:100%;height:auto" fetchpriority="high" alt="">'
    : '';
  const head =
    '<!doctype html><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">' +
    `<title>x</title>${image}<p>A line of text that is painted.</p><!--`;
  const filling = Math.max(0, htmlBytes - head.length - 3);
  const html = `${head}${randomBytes(filling).toString('base64').slice(0, filling)}-->`;
  const server = createServer((request, response) => {
    const isPicture = request.url === '/picture';
    response.setHeader('Content-Type', isPicture ? 'image/webp' : 'text/html; charset=utf-8');
    response.end(isPicture ? picture : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
