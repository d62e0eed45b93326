import { Presets, SingleBar } from 'cli-progress';

const WORDS: Readonly<Record<string, string>> = {
  waiting: 'waiting for another publish …',
  building: 'checking and building …',
  warming: 'drawing first pictures',
  swapping: 'swapping …',
};

/** Shows the progress of long work: a bar on a terminal, nothing elsewhere. */
export function openProgress(isWanted: boolean): {
  stage(name: string, done?: number, all?: number): void;
  close(): void;
} {
  const isShown = isWanted && Boolean(process.stderr.isTTY);
  const bar = isShown
    ? new SingleBar(
        { format: '{stage} {bar} {value}/{total}', stream: process.stderr, clearOnComplete: true },
        Presets.shades_classic,
      )
    : null;
  let started = false;
  return {
    stage(name, done, all) {
      if (!bar || (name === 'waiting' && !started)) return;
      const stage = WORDS[name] ?? name;
      if (!started) bar.start(all ?? 1, done ?? 0, { stage });
      started = true;
      bar.setTotal(all ?? 1);
      bar.update(done ?? 0, { stage });
    },
    close: () => bar?.stop(),
  };
}
