import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { keepPolicy } from './policy.ts';

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
