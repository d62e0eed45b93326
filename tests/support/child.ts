import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** Another process of this program. */
export interface Child {
  process: ChildProcess;
  /** What it has said so far. */
  lines: string[];
  /** Resolves when it prints a line that begins with this text. */
  says(beginning: string): Promise<string>;
  /** Resolves when it ends, with what it wrote to its error output. */
  ended: Promise<{ code: number | null; errors: string }>;
}

/** Starts a script beside this file with settings as JSON; killed when the test ends. */
export function startChild(script: string, settings: object, { uid }: { uid?: number } = {}): Child {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const flags = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, file, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const lines: string[] = [];
  const waiting: { beginning: string; resolve: (line: string) => void }[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    for (const { beginning, resolve } of waiting) if (line.startsWith(beginning)) resolve(line);
  });
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  const ended = new Promise<{ code: number | null; errors: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, errors })),
  );
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    process: child,
    lines,
    says: (beginning) =>
      new Promise((resolve, reject) => {
        const said = lines.find((line) => line.startsWith(beginning));
        if (said !== undefined) return resolve(said);
        waiting.push({ beginning, resolve });
        void ended.then(({ code }) =>
          reject(new Error(`${script} ended (${code}) before it said "${beginning}": ${errors}`)),
        );
      }),
    ended,
  };
}
