import { type ChildProcess, fork, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { type CommandRun, outputIn } from './command-marks.ts';
import { projectDir } from './test-site.ts';

const FLAGS = ['--experimental-strip-types', '--disable-warning=ExperimentalWarning'];

interface CommandResult {
  code: number | null;
  out: string;
  errors: string;
}

/** The process that runs the commands of this test process, and whether it is running one. */
let runner: { child: ChildProcess; isBusy: boolean } | null = null;

/**
 * Runs a command of the operator to its end, or until the signal kills it. Commands share a process, which has loaded
 * their code; one that may be killed, or that begins while another one runs, has a process of its own.
 */
export function runCommand(
  args: readonly string[],
  variables: Record<string, string>,
  signal?: AbortSignal,
): Promise<CommandResult> {
  const all = { ...process.env, FORCE_COLOR: '0', NODE_ENV: 'production', VITEST: '', ...variables };
  return signal || runner?.isBusy ? runAlone({ args, variables: all }, signal) : runShared({ args, variables: all });
}

/** Runs a script of the makers, such as tests/supply/advisories.ts, to its end. */
export const runScript = (file: string, args: readonly string[]): Promise<CommandResult> =>
  runAlone({ args, variables: { ...process.env, FORCE_COLOR: '0' } }, undefined, file);

function runAlone(
  { args, variables }: CommandRun,
  signal?: AbortSignal,
  file = 'src/commands/site.ts',
): Promise<CommandResult> {
  const child = spawn(process.execPath, [...FLAGS, file, ...args], {
    cwd: projectDir,
    env: variables,
  });
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

async function runShared(run: CommandRun): Promise<CommandResult> {
  runner ??= { child: startRunner(run.variables), isBusy: false };
  const { child } = runner;
  runner.isBusy = true;
  try {
    const results = Promise.all([child.stdout!, child.stderr!].map((channel) => readRun(child, channel)));
    child.send(run);
    const [out, errors] = await results;
    return { code: out!.code, out: out!.text, errors: errors!.text };
  } finally {
    if (runner) runner.isBusy = false;
  }
}

function startRunner(env: NodeJS.ProcessEnv): ChildProcess {
  const child = fork(join(projectDir, 'tests/support/child-commands.ts'), [], {
    cwd: projectDir,
    execArgv: FLAGS,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.once('close', () => {
    runner = null;
  });
  // It ends with this process, and does not keep it alive.
  child.unref();
  child.channel?.unref();
  for (const channel of [child.stdout, child.stderr] as Socket[]) channel.setEncoding('utf8').unref();
  return child;
}

/** What the next command writes on a channel of the process that runs it; fails when that process ends. */
function readRun(child: ChildProcess, channel: NodeJS.ReadableStream): Promise<{ text: string; code: number }> {
  return new Promise((resolve, reject) => {
    let written = '';
    const read = (chunk: string) => {
      written += chunk;
      const output = outputIn(written);
      if (!output) return;
      channel.off('data', read);
      child.off('close', lost);
      resolve(output);
    };
    const lost = () => reject(new Error(`The process of the commands has ended:\n${written}`));
    channel.on('data', read);
    child.once('close', lost);
  });
}
