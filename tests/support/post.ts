import { request } from 'node:http';
import { issueFormToken } from '../../src/features/lead/robot-check.server.ts';
import { LIVE_SECRET } from './live-site.ts';
import { VALID_VALUES } from './valid-values.ts';

/** What is sent to a live site, exactly as it is spelled. */
export interface Post {
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Sent in pieces without a length in advance. */
  chunked?: boolean;
}

/** What came back; status 0 when the server hung up, as it may when it has heard enough. */
export interface PostResponse {
  status: number;
  text: string;
  headers: Record<string, unknown>;
}
export type Send = (post: Post, method?: string) => Promise<PostResponse>;

let visitor = 0;
/** The IP address of a visitor who has not been here before, so that no limit refuses the form. */
const stranger = () => {
  visitor += 1;
  return `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;
};

/** Sends to the site at a URL, as pages of `origin` do and as a new visitor each time. */
export function sender(url: string, origin = url): Send {
  const { port, hostname } = new URL(url);
  return ({ path, headers = {}, body = '', chunked = false }, method = 'POST') => {
    const bytes = Buffer.from(body as string);
    const length = chunked ? {} : { 'content-length': String(bytes.length) };
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          port,
          host: hostname,
          path,
          method,
          agent: false,
          headers: { origin, 'x-forwarded-for': stranger(), ...length, ...headers },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              text: Buffer.concat(chunks).toString('utf8'),
              headers: response.headers,
            }),
          );
          response.on('error', reject);
        },
      );
      // A server that has heard enough hangs up while more is sent.
      outgoing.on('error', (error: NodeJS.ErrnoException) =>
        ['EPIPE', 'ECONNRESET'].includes(error.code ?? '')
          ? resolve({ status: 0, text: '', headers: {} })
          : reject(error),
      );
      outgoing.end(bytes);
    });
  };
}

/** A valid form of a page that was opened a minute ago, about a property of the agency of the tests. */
export const right = (form: string): Record<string, unknown> => ({
  token: issueFormToken(LIVE_SECRET, Date.now() - 60_000),
  language: 'nl',
  property: '35187',
  ...VALID_VALUES[form],
});

export const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json' };
export const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };

/** A form as the island posts it. */
export const json = (form: string, body: unknown): Post => ({
  path: `/api/forms/${form}`,
  headers: JSON_TYPE,
  body: JSON.stringify(body),
});

/** A form as a browser without a script posts it. */
export const encoded = (form: string, pairs: [string, string][] | Record<string, string>): Post => ({
  path: `/api/forms/${form}`,
  headers: FORM_TYPE,
  body: new URLSearchParams(pairs).toString(),
});

/** A valid form as the pairs of an encoded body. */
export const pairsOf = (form: string): [string, string][] =>
  Object.entries(right(form)).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)] as [string, string]),
  );
