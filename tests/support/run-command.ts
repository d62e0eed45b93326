import { spawn } from 'node:child_process';
import { projectDir } from './test-site.ts';

/** Runs a command of the operator to its end, or until the signal kills it. */
export function runCommand(
  args: readonly string[],
  variables: Record<string, string>,
  signal?: AbortSignal,
): Promise<{ code: number | null; out: string; errors: string }> {
  const child = spawn(
    process.execPath,
    ['--experimental-strip-types', '--disable-warning=ExperimentalWarning', 'src/commands/site.ts', ...args],
    { cwd: projectDir, env: { ...process.env, FORCE_COLOR: '0', NODE_ENV: 'production', VITEST: '', ...variables } },
  );
  signal?.addEventListener('abort', () => child.kill('SIGKILL'));
  let [out, errors] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, errors })));
}
