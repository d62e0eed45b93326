/** The first attempt and five more. */
const TRIES = 6;
const FIRST_WAIT_MS = 350;

/**
 * Loads JSON of this site. A failed attempt is repeated up to five times, after 350 ms at first and then twice as long
 * each time. Throws the last error.
 */
export async function loadJson<T>(
  url: string,
  { tries = TRIES, waitMs = FIRST_WAIT_MS }: { tries?: number; waitMs?: number } = {},
): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    try {
      const response = await fetch(url, { headers: { Accept: 'application/json' } });
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      return await response.json();
    } catch (error) {
      if (turn >= tries) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs * 2 ** (turn - 1)));
    }
  }
}
