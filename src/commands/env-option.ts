import { parseArgs } from 'node:util';
import { ENV_FILE } from '../platform/environment/environment.server.ts';

/** Reads `--env FILE` from the arguments of a program that has no other ones; throws a sentence for anything else. */
export function readEnvOption(args: readonly string[]): void {
  try {
    const { values } = parseArgs({ args: [...args], options: { env: { type: 'string' } } });
    if (values.env) process.env[ENV_FILE] = values.env;
  } catch {
    throw new Error(`"${args.join(' ')}" cannot be used: the only option is --env FILE, a file with settings`);
  }
}
