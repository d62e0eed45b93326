import { join } from 'node:path';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { startMeteredSite } from '../support/metered.ts';
import { employ, STAFF_PASSWORD } from '../support/staff.ts';
import { storeViewing } from '../support/studio-viewings.ts';
import { agencySite } from '../support/submit.ts';
import { SITE_URL } from '../support/test-site.ts';
import type { Bench } from './bench.ts';
import { fetchPath } from './fetch-path.ts';
import { type Figure, rounded } from './figure.ts';

const VIEWINGS = 2000;
/** Over so many days: more than two hundred viewings a week. */
const DAYS = 60;
const TIMES = 60;
const CPU_MS = 60;
const DAY_MS = 86_400_000;

/** Processor time of the pages of the agenda over two thousand viewings, and of the first page of the studio. */
export async function measureAgenda({ versions, root, quick }: Bench): Promise<Figure[]> {
  const version = await versions.two();
  const dataDir = join(root, 'agenda-data');
  const { day, agent } = await fill(dataDir);
  const server = await startMeteredSite({ ...version, dataDir, logFile: join(root, 'agenda.log') }, { SITE_URL });
  try {
    const cookie = await enter(server.url, dataDir);
    const figures: Figure[] = [];
    for (const [name, path] of [
      ['a week of all agents', `/studio/agenda/?day=${day}&view=week&agent=`],
      ['a week of one agent', `/studio/agenda/?day=${day}&view=week&agent=${agent}`],
      ['a day of all agents', `/studio/agenda/?day=${day}&view=day&agent=`],
      ['today', '/studio/'],
    ] as const) {
      let bytes = 0;
      const ask = async () => {
        const { status, body } = await fetchPath(server.url, path, { headers: { Cookie: cookie } });
        if (status !== 200) throw new Error(`${path} responded ${status}`);
        bytes = body.length;
      };
      for (let time = 0; time < TIMES / 3; time += 1) await ask();
      const before = await server.cpuMs();
      for (let time = 0; time < (quick ? TIMES / 3 : TIMES); time += 1) await ask();
      const cpu = ((await server.cpuMs()) - before) / (quick ? TIMES / 3 : TIMES);
      figures.push({
        name: `agenda: ${name}, processor time`,
        value: `${rounded(cpu, 1)} ms`,
        number: cpu,
        target: `<= ${CPU_MS} ms`,
        reference: `${VIEWINGS} viewings in ${DAYS} days, ${bytes} bytes of Brotli`,
        withinBudget: cpu <= CPU_MS,
      });
    }
    return figures;
  } finally {
    await server.stop();
  }
}

/** Stores the viewings, half of them to come, shared among the agents. */
async function fill(dataDir: string): Promise<{ day: string; agent: string }> {
  const { members, listings } = agencySite();
  const database = await openDatabase({ dataDir });
  const perDay = Math.ceil(VIEWINGS / DAYS);
  for (let at = 0; at < VIEWINGS; at += 1) {
    const agent = members[at % members.length]!;
    const [days, inDay] = [Math.floor(at / perDay) - DAYS / 2, Math.floor((at % perDay) / members.length)];
    const date = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
    const startsAt = new Date(Date.parse(`${date}T07:30:00Z`) + inDay * 30 * 60_000).toISOString();
    await storeViewing(database, startsAt, {
      agent_id: agent.id,
      property_id: String(listings[at % listings.length]!.id),
      name: `Visitor ${at}`,
      phone: '+32470123456',
    });
  }
  await database.close();
  return { day: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10), agent: members[0]!.id };
}

/** Logs an administrator in, past the second factor. */
async function enter(url: string, dataDir: string): Promise<string> {
  const database = await openDatabase({ dataDir });
  const email = 'bench@studio.example';
  await employ(database, { email, role: 'admin' });
  const response = await fetch(`${url}/studio/do/login/`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: SITE_URL },
    body: new URLSearchParams({ email, password: STAFF_PASSWORD }),
  });
  await database.db.updateTable('staff_sessions').set({ factor_at: new Date().toISOString() }).execute();
  await database.close();
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
