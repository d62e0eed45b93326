import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

// biome-ignore lint/suspicious/noExplicitAny: the tests change what estates hold
type Estate = any;

/** A server that speaks the documented API of Whise, and misbehaves on request. */
export interface WhiseServer {
  url: string;
  estates: Estate[];
  /** What was asked, as path and body. */
  asked: { path: string; body: Estate; authorization: string | undefined }[];
  /** Called for each request for estates; true when it has responded itself. */
  misbehave: ((asked: { offset: number; count: number }, response: ServerResponse) => boolean) | null;
}

/** Starts it on a free port of this machine until the test ends. */
export async function startWhise(estates: Estate[]): Promise<WhiseServer> {
  const whise: WhiseServer = { url: '', estates, asked: [], misbehave: null };
  let count = 0;
  const server = createServer(async (request, response) => {
    const body = JSON.parse((await textOf(request)) || '{}');
    const path = request.url!;
    const { authorization } = request.headers;
    whise.asked.push({ path, body, authorization });
    const send = (status: number, data: object) =>
      void response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(data));
    if (path === '/token')
      return body.username === 'agency' && body.password === 'right' ? send(200, { token: 'one' }) : send(401, {});
    if (path === '/v1/admin/clients/token')
      return authorization === 'Bearer one' && body.ClientId === 12 ? send(200, { token: 'two' }) : send(403, {});
    if (path !== '/v1/estates/list' || authorization !== 'Bearer two') return send(404, {});
    const unknown = Object.keys(body).find((name) => !['Filter', 'Sort', 'Page', 'Field'].includes(name));
    if (unknown)
      return send(200, {
        estates: [],
        totalCount: 0,
        isValidRequest: true,
        validationErrors: [{ message: `Could not find member '${unknown}'`, code: 'BadRequestFormat' }],
      });
    const { Offset, Limit } = body.Page;
    count += 1;
    if (whise.misbehave?.({ offset: Offset, count }, response)) return;
    send(200, pageOf(whise.estates, Offset, Limit));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  whise.url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
  return whise;
}

/** A page of estates as Whise sends it. */
export const pageOf = (estates: Estate[], offset: number, limit = 50) => ({
  estates: estates.slice(offset, offset + limit),
  totalCount: estates.length,
  isValidRequest: true,
  validationErrors: [],
});

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
