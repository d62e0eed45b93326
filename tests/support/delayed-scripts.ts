import type { BrowserContext } from 'playwright/test';

const DELAYED = ['script', 'fetch', 'xhr'];

/**
 * Delays scripts, and what scripts request, by DORPEL_TEST_DELAY milliseconds. A journey that acts before the page is
 * ready then fails each time, and not once in a hundred runs.
 */
export async function delayScripts(context: BrowserContext): Promise<void> {
  const delayMs = Number(process.env.DORPEL_TEST_DELAY ?? 0);
  if (!delayMs) return;
  await context.route('**/*', async (route) => {
    if (DELAYED.includes(route.request().resourceType())) await new Promise((resolve) => setTimeout(resolve, delayMs));
    // The page may be closed meanwhile.
    await route.fallback().catch(() => {});
  });
}
