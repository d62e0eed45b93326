import { execFileSync } from 'node:child_process';

/** Memory of a process and all that it started, in MB; what processes share is counted for each. */
export function memoryMb(pid: number): number {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' });
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number, number]);
  const kilobytes = (one: number): number =>
    rows.reduce((sum, [own, parent, rss]) => sum + (own === one ? rss : 0) + (parent === one ? kilobytes(own) : 0), 0);
  return kilobytes(pid) / 1024;
}
