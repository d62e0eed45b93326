import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

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

/** The most memory that one process ever had, in MB, as Linux counts it; 0 when it has ended. */
export function peakMb(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
