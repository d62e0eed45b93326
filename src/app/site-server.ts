import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { refuseUnreadable } from '../platform/http/plain-response.server.ts';
import { limitTime } from '../platform/http/request-time.server.ts';

/** How long a request may take to arrive; an upload of the studio is given the longer time. */
const [USUAL_MS, LONGEST_MS] = [30_000, 20 * 60_000];

/** Creates the HTTP server, with the limits that every version has; `headers` are those of every response. */
export function createSiteServer(
  headers: Readonly<Record<string, string>>,
  respond: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  // Slow connections are checked every 5 s; their time limits are only as exact as this interval.
  const server = createServer({ connectionsCheckingInterval: 5000 }, (request, response) => {
    limitTime(request, response, { ms: USUAL_MS, headers });
    respond(request, response);
  });
  server.headersTimeout = 15_000;
  server.requestTimeout = LONGEST_MS;
  server.keepAliveTimeout = 10_000;
  // A client that reads nothing of a response for a minute is disconnected.
  server.timeout = 60_000;
  server.on('clientError', (error, socket) => refuseUnreadable(error, socket, headers));
  return server;
}
