import type { ServerResponse } from 'node:http';
import { PAGE_POLICY } from './policy.ts';

/** Astro writes the policy of a page as a header; ours, which only a header can say, stands beside it. */
export function keepPolicy(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (status: number, headers?: Record<string, unknown>) => ServerResponse;
  response.writeHead = ((status: number, given?: Record<string, unknown>) => {
    const name = Object.keys(given ?? {}).find((key) => key.toLowerCase() === 'content-security-policy');
    if (given && name) given[name] = [PAGE_POLICY, String(given[name])];
    return writeHead(status, given);
  }) as typeof response.writeHead;
}
