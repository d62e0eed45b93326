import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Visitors who read one page after the other over kept connections, until they are stopped. */
export function steadyLoad(
  urls: readonly string[],
  { lanes = 6, pauseMs = 0 }: { lanes?: number; pauseMs?: number } = {},
): { stop(): Promise<{ served: number; failed: string[] }> } {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  const failed: string[] = [];
  let served = 0;
  let stopping = false;
  const fetchUrl = (url: string) =>
    new Promise<void>((resolve) => {
      const request = get(url, { agent, headers: { 'Accept-Encoding': 'br' } }, (response) => {
        response.resume();
        response.on('end', () => {
          if (response.statusCode === 200) served += 1;
          else failed.push(`${url}: ${response.statusCode}`);
          resolve();
        });
        response.on('error', (error) => {
          failed.push(`${url}: ${error.message} while reading`);
          resolve();
        });
      });
      request.on('error', (error) => {
        failed.push(`${url}: ${error.message}`);
        resolve();
      });
    });
  const lane = async (first: number) => {
    for (let at = first; !stopping; at += 1) {
      await fetchUrl(urls[at % urls.length]!);
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  const all = Promise.all(Array.from({ length: lanes }, (_, at) => lane(at)));
  return {
    async stop() {
      stopping = true;
      await all;
      agent.destroy();
      return { served, failed };
    },
  };
}
