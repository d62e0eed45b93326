import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** Sends a status and one plain sentence that no cache stores. A response that has begun is destroyed instead. */
export function sendRefusal(
  response: ServerResponse,
  status: number,
  message: string,
  headers: OutgoingHttpHeaders = {},
): void {
  if (response.headersSent) return void response.destroy();
  const body = Buffer.from(`${message}\n`);
  const fixed = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
  };
  response.writeHead(status, { ...fixed, ...headers }).end(body);
}

/** Sends data as JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}
