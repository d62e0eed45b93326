import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** What a receiver got. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server that receives webhooks, and misbehaves on request. */
export interface WebhookServer {
  url: string;
  received: Received[];
  /** Responds itself: a status, `hang` for no response, `hang up`, or a function; default 200. */
  respond: (received: Received, earlier: number) => number | 'hang' | 'hang up' | ((response: ServerResponse) => void);
}

/** Starts it on a free port of this machine until the test ends. */
export async function startReceiver(): Promise<WebhookServer> {
  const receiver: WebhookServer = { url: '', received: [], respond: () => 200 };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const received = { path: request.url!, headers: request.headers, body };
    receiver.received.push(received);
    const verdict = receiver.respond(received, receiver.received.length - 1);
    if (verdict === 'hang') return;
    if (verdict === 'hang up') return void request.socket.destroy();
    if (typeof verdict === 'function') return verdict(response);
    response.writeHead(verdict).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.url = `http://127.0.0.1:${(server.address() as { port: number }).port}/hook`;
  return receiver;
}
