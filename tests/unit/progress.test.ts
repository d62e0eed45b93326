import { expect, test } from 'vitest';
import { openProgress } from '../../src/commands/progress.ts';

/** A terminal that keeps what was written since the line was cleared last. */
function terminal(isTTY: boolean) {
  const shown = { line: '' };
  const stderr = {
    isTTY,
    cursorTo: () => true,
    clearLine() {
      shown.line = '';
      return true;
    },
    write(text: string) {
      shown.line += text;
      return true;
    },
  };
  return { shown, stderr: stderr as unknown as NodeJS.Process['stderr'] };
}

test('a terminal shows one line that grows, and nothing is left of it at the end', () => {
  const { shown, stderr } = terminal(true);
  const progress = openProgress(true, { stderr });
  progress.stage('waiting');
  expect(shown.line).toBe('');
  const filled = [0, 5, 10].map((done) => {
    progress.stage('warming', done, 10);
    expect(shown.line).toMatch(new RegExp(`^drawing first pictures [█░]{40} ${done}/10$`));
    return shown.line.split('█').length - 1;
  });
  expect(filled).toEqual([0, 20, 40]);
  progress.stage('of its own', 1, 0);
  expect(shown.line).toContain('of its own');
  progress.close();
  expect(shown.line).toBe('');
});

test('nothing is shown where nobody looks', () => {
  for (const [isWanted, isTTY] of [
    [false, true],
    [true, false],
  ] as const) {
    const { shown, stderr } = terminal(isTTY);
    const progress = openProgress(isWanted, { stderr });
    progress.stage('building', 1, 2);
    progress.close();
    expect(shown.line).toBe('');
  }
});
