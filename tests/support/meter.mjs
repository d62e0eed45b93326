/**
 * Loaded into a process with `--import`: reports its processor time on request, its peak memory when it ends, and its
 * longest stalls while it runs.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** Peak memory in KB; Linux reports that of this program alone, elsewhere it may be that of its parent. */
function peakKb() {
  const own = existsSync('/proc/self/status') && /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'));
  return own ? Number(own[1]) : process.resourceUsage().maxRSS;
}

const file = process.env.DORPEL_METER_FILE;
if (isMainThread && file) {
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    const line = { script: process.argv[1] ?? '', peakKb: peakKb(), cpuMs: (user + system) / 1000 };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  });
}
if (isMainThread && process.env.DORPEL_METER_ASKED) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  process.on('message', (message) => {
    if (message !== 'meter') return;
    // The longest stall since the last question.
    process.send?.({ meter: { ...process.cpuUsage(), peakKb: peakKb(), stallMs: delay.max / 1e6 } });
    delay.reset();
  });
}
const stalls = process.env.DORPEL_METER_STALLS;
if (isMainThread && stalls && /\/worker\.ts$/.test(process.argv[1] ?? '')) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  setInterval(() => {
    appendFileSync(stalls, `${JSON.stringify({ atMs: Date.now(), stallMs: delay.max / 1e6 })}\n`);
    delay.reset();
  }, 250).unref();
}
