import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** FormValues with a status and one plain sentence that nobody keeps; node leaves the sentence out for HEAD. */
export function sendRefusal(response: ServerResponse, status: number, message: string, headers: OutgoingHttpHeaders = {}): void {
  const body = Buffer.from(`${message}\n`);
  const fixed = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': body.length, 'Cache-Control': 'no-store' };
  response.writeHead(status, { ...fixed, ...headers }).end(body);
}
