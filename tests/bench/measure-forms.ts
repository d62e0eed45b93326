import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { issueFormToken } from '../../src/features/lead/robot-check.server.ts';
import { startMeteredSite } from '../support/metered.ts';
import { SITE_URL } from '../support/test-site.ts';
import { VALID_VALUES } from '../support/valid-values.ts';
import type { Bench } from './bench.ts';
import { fetchPath } from './fetch-path.ts';
import { type Figure, median, percentile, rounded } from './figure.ts';
import { type Load, openLoop } from './open-loop.ts';

const SECRET = 'a secret of the bench, long enough to be one';
const RATES = [5, 10, 15, 20, 30, 40, 60, 80, 120, 160, 240, 320];
const PATIENCE_MS = 1000;

/**
 * Form posts per second that are stored in SQLite on this disk and acknowledged within a second, and how long they
 * take.
 */
export async function measureForms({ versions, root, quick }: Bench): Promise<Figure[]> {
  const version = await versions.two();
  const server = await startMeteredSite({ ...version, logFile: join(root, 'forms.log') }, { SITE_URL, SECRET });
  let [visitor, accepted] = [0, 0];
  const send = async () => {
    visitor += 1;
    // Each from its own IP address: these are many visitors, not one who is too fast.
    const ipAddress = `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;
    const token = issueFormToken(SECRET, Date.now() - 60_000);
    const { status } = await fetchPath(server.url, '/api/forms/site-contact', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: SITE_URL, 'X-Forwarded-For': ipAddress },
      body: new URLSearchParams({
        ...(VALID_VALUES['site-contact'] as Record<string, string>),
        token,
        language: 'nl',
      }).toString(),
    });
    if (status === 303) accepted += 1;
    return status === 303;
  };
  try {
    await openLoop({ rate: 5, seconds: 2, send });
    const before = await server.cpuMs();
    const loads = new Map<number, Load>();
    const holds = ({ latencies, failed }: Load) => failed === 0 && percentile(latencies, 99) <= PATIENCE_MS;
    for (const rate of quick ? RATES.slice(0, 2) : RATES) {
      const load = await openLoop({ rate, seconds: quick ? 3 : 10, send });
      loads.set(rate, load);
      if (!holds(load)) break;
    }
    const posts = [...loads.values()].reduce((sum, { latencies }) => sum + latencies.length, 0);
    const cpu = ((await server.cpuMs()) - before) / posts;
    const [rate, load] = [...loads].findLast(([, one]) => holds(one)) ?? [0, { latencies: [], failed: 0, seconds: 0 }];
    const gentle = loads.get(RATES[0]!)!;
    const rows = countRows(join(version.dataDir, 'dorpel.sqlite'));
    const disk = `${rounded(syncMs(root), 2)} ms a write of 4 KB with fdatasync`;
    const p = (one: Load, at: number) => rounded(percentile(one.latencies, at), 1);
    return [
      { name: 'form posts sustained', value: `${rate} a second`, number: rate, reference: disk },
      {
        name: 'form post p99 at that rate',
        value: `${p(load, 99)} ms`,
        number: percentile(load.latencies, 99),
        reference: `median ${p(load, 50)} ms`,
      },
      {
        name: `form post p99 at ${RATES[0]} a second`,
        value: `${p(gentle, 99)} ms`,
        number: percentile(gentle.latencies, 99),
        reference: `median ${p(gentle, 50)} ms`,
      },
      {
        name: 'form post processor time',
        value: `${rounded(cpu, 2)} ms`,
        number: cpu,
        reference: 'with both mails written to files',
      },
      {
        name: 'form posts acknowledged but not stored',
        value: String(accepted - rows),
        number: accepted - rows,
        target: '0',
        reference: `${rows} rows for ${accepted} acknowledgements`,
      },
    ];
  } finally {
    await server.stop();
  }
}

function countRows(file: string): number {
  const handle = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  const { rows } = handle.prepare('select count(*) as rows from leads').get() as { rows: number };
  handle.close();
  return rows;
}

/** The middle time of a small write that is really on the disk. */
function syncMs(folder: string): number {
  const file = openSync(join(folder, 'sync'), 'w');
  const times = Array.from({ length: 50 }, () => {
    const start = performance.now();
    writeSync(file, Buffer.alloc(4096, 1));
    fdatasyncSync(file);
    return performance.now() - start;
  });
  closeSync(file);
  return median(times);
}
