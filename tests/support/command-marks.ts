/** What run-command.ts tells child-commands.ts. */
export interface CommandRun {
  args: readonly string[];
  /** All variables of the environment. */
  variables: NodeJS.ProcessEnv;
}

/** Written on both channels before a command begins. */
export const STARTED = '⟦started⟧';
/** Written on both channels when a command has ended with this exit code. */
export const ended = (code: number) => `⟦ended ${code}⟧`;

const RUN = /⟦started⟧([^⟦]*)⟦ended (\d+)⟧/;

/** What a command wrote on a channel, and its exit code; null until it has ended. */
export function outputIn(written: string): { text: string; code: number } | null {
  const [, text, code] = RUN.exec(written) ?? [];
  return text === undefined ? null : { text, code: Number(code) };
}
