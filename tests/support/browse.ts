import { type IncomingHttpHeaders, request } from 'node:http';
import { type HTMLElement, parse } from 'node-html-parser';
import { inject } from 'vitest';

/** The response of the server; redirects are not followed. */
export interface PageResponse {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

/** Requests a path of the test site exactly as it is spelled; fetch would normalise it. */
export function fetchPath(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<PageResponse> {
  const { port, hostname } = new URL(inject('site').url);
  return new Promise((resolve, reject) => {
    const outgoing = request({ port, host: hostname, path, headers, method, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString('utf8') });
      });
    });
    outgoing.on('error', reject).end();
  });
}

/** The document at a path, after at most three redirects; throws when there is none. */
export async function open(path: string, headers: Record<string, string> = {}): Promise<HTMLElement> {
  let target = path;
  for (let steps = 0; steps < 4; steps += 1) {
    const { status, headers: got, text } = await fetchPath(target, headers);
    if (status === 200) return parse(text);
    if (status < 300 || status > 399) throw new Error(`${target} responded ${status}`);
    target = String(got.location);
  }
  throw new Error(`${path} leads from one path to the next`);
}

/** A path with what is not ASCII written as browsers send it. */
export const encoded = (path: string) => encodeURI(path).replaceAll('%25', '%');

/** What a visitor reads in a part of a page, white space made single. */
export const wordsOf = (element: HTMLElement | null) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();

/** What a visitor reads in the main part of a page. */
export const mainOf = (page: HTMLElement) => wordsOf(page.querySelector('main'));

/** The URLs that the links of a part of a page lead to. */
export const linksOf = (element: HTMLElement | null) =>
  (element?.querySelectorAll('a[href]') ?? []).map((link) => link.getAttribute('href') ?? '');
