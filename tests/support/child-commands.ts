import { runSite } from '../../src/commands/run-site.ts';
import { type CommandRun, ended, STARTED } from './command-marks.ts';
import { replaceEnvironment } from './replace-environment.ts';

// Runs commands of the operator one after another (run-command.ts): starting a process takes longer than most commands.
const both = (text: string) => {
  process.stdout.write(text);
  process.stderr.write(text);
};

process.on('message', async ({ args, variables }: CommandRun) => {
  replaceEnvironment(variables);
  process.exitCode = undefined;
  both(STARTED);
  let isOver = false;
  const end = (code: number) => {
    if (!isOver) both(ended(code));
    isOver = true;
  };
  // Help and unknown options end the process. What is written after that is of no run.
  process.exit = (code) => {
    end(Number(code ?? process.exitCode ?? 0));
    throw new Error('The process has ended');
  };
  await runSite(args);
  end(Number(process.exitCode ?? 0));
});
process.on('disconnect', () => process.kill(process.pid));
