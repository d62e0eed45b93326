import { createServer, request } from 'node:http';
import { freePort } from '../../support/start-site.ts';

/** A reverse proxy before a site: each journey is another visitor, and responses that fail are kept. */
export interface Front {
  url: string;
  /** From now on requests come from another IP address, and nothing has failed yet. */
  nextVisitor: () => void;
  /** What the site did not serve since then. */
  failed: () => string[];
  stop: () => Promise<void>;
}

/** Opens a reverse proxy; `siteOf` starts the site behind it and gives its port. */
export async function openFront(siteOf: (url: string) => Promise<number>): Promise<Front> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const sitePort = await siteOf(url);
  let [visitors, failed] = [0, [] as string[]];
  const server = createServer((incoming, outgoing) => {
    const address = `10.3.${(visitors >> 8) & 255}.${visitors & 255}`;
    const behind = request(
      {
        port: sitePort,
        host: '127.0.0.1',
        method: incoming.method,
        path: incoming.url,
        headers: { ...incoming.headers, 'x-forwarded-for': address },
      },
      (response) => {
        const status = response.statusCode ?? 500;
        if (status >= 400 && incoming.url !== '/favicon.ico')
          failed.push(`${status} ${incoming.method} ${incoming.url}`);
        outgoing.writeHead(status, response.headers);
        response.pipe(outgoing);
      },
    );
    // A browser leaves what it no longer needs.
    behind.on('error', () => outgoing.destroy());
    outgoing.on('close', () => behind.destroy());
    incoming.pipe(behind);
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url,
    failed: () => failed,
    nextVisitor() {
      visitors += 1;
      failed = [];
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
