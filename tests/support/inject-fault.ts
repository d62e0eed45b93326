import { spawn, spawnSync } from 'node:child_process';
import { onTestFinished } from 'vitest';

/** Whether faults can be put into the system calls of another process here. */
export const canInject = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

/**
 * Puts a fault into the system calls of a running process, until the returned function is called.
 * @example await injectFault(pid, 'fdatasync', 'delay_enter=50000')
 */
export async function injectFault(pid: number, calls: string, fault: string): Promise<() => Promise<void>> {
  const tracer = spawn(
    'strace',
    ['-f', '-p', String(pid), '-e', `trace=${calls}`, '-e', `inject=${calls}:${fault}`, '-o', '/dev/null'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const ended = new Promise<void>((resolve) => tracer.once('exit', () => resolve()));
  const stop = async () => {
    tracer.kill('SIGINT');
    await ended;
  };
  onTestFinished(stop);
  await new Promise<void>((resolve, reject) => {
    tracer.stderr.on('data', (said: Buffer) => String(said).includes('attached') && resolve());
    void ended.then(() => reject(new Error('strace ended before it was attached')));
  });
  return stop;
}
