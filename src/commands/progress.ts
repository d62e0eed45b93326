const WORDS: Readonly<Record<string, string>> = {
  waiting: 'waiting for another publish …',
  building: 'checking and building …',
  warming: 'drawing first pictures',
  swapping: 'swapping …',
};

const CELLS = 40;

/** Shows the progress of long work: a bar on a terminal, nothing elsewhere. */
export function openProgress(
  isWanted: boolean,
  { stderr }: Pick<NodeJS.Process, 'stderr'> = process,
): {
  stage(name: string, done?: number, all?: number): void;
  close(): void;
} {
  const isShown = isWanted && Boolean(stderr.isTTY);
  let isStarted = false;
  const clear = () => {
    stderr.cursorTo(0);
    stderr.clearLine(0);
  };
  return {
    stage(name, done = 0, all = 1) {
      if (!isShown || (name === 'waiting' && !isStarted)) return;
      isStarted = true;
      const full = Math.round((CELLS * Math.min(done, all)) / Math.max(1, all));
      clear();
      stderr.write(`${WORDS[name] ?? name} ${'█'.repeat(full)}${'░'.repeat(CELLS - full)} ${done}/${all}`);
    },
    close() {
      if (isStarted) clear();
    },
  };
}
