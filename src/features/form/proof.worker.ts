import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { Challenge } from 'altcha-lib/types';

/** Solves a challenge off the main thread and posts the payload that the server verifies, or null if it cannot. */
addEventListener('message', async ({ data }: MessageEvent<string>) => {
  try {
    const challenge = JSON.parse(data) as Challenge;
    const solution = await solveChallenge({ challenge, deriveKey });
    postMessage(solution ? btoa(JSON.stringify({ challenge, solution })) : null);
  } catch {
    postMessage(null);
  }
});
