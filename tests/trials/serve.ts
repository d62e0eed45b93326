import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { type Metered, startMeteredSite } from '../support/metered.ts';
import { SITE_URL } from '../support/test-site.ts';
import { TRIAL_SECRET } from './post-form.ts';

/** Starts a server process of the trial version over a data folder; killed when the test ends. */
export async function serve(
  dataDir: string,
  variables: Record<string, string> = {},
): Promise<Metered & { logFile: string }> {
  const logs = mkdtempSync(join(tmpdir(), 'dorpel-log-'));
  const logFile = join(logs, 'server.log');
  const server = await startMeteredSite(
    { ...inject('trialVersion'), dataDir, logFile },
    { SITE_URL, SECRET: TRIAL_SECRET, ...variables },
  );
  onTestFinished(async () => {
    const isRunning = server.child.exitCode === null && server.child.signalCode === null;
    const ended = isRunning && new Promise((resolve) => server.child.once('exit', resolve));
    server.child.kill('SIGKILL');
    await ended;
    rmSync(logs, { recursive: true, force: true });
  });
  return { ...server, logFile };
}

/** The viewing times of the property of the trials, the latest first. */
export async function openSlots(url: string, property: string): Promise<string[]> {
  const response = await fetch(`${url}/api/appointments?property=${property}`);
  const { slots } = (await response.json()) as { slots: { startsAt: string }[] };
  return slots.map(({ startsAt }) => startsAt).reverse();
}
