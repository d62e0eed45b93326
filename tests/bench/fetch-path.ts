import { Agent, request } from 'node:http';

/** Connections of the bench: kept open, as browsers and proxies do. */
export const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** What came back: the status and the body as it was sent. */
export interface PathResponse {
  status: number;
  body: Buffer;
  retryAfter: string | undefined;
}

/** Requests a path from a server, compressed with Brotli where the server does so. */
export function fetchPath(
  url: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
    agent: own = agent,
  }: { method?: string; headers?: Record<string, string>; body?: string; agent?: Agent } = {},
): Promise<PathResponse> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sent = request(
      { host: hostname, port, path, method, agent: own, headers: { 'Accept-Encoding': 'br', ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(chunks),
            retryAfter: response.headers['retry-after'],
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
