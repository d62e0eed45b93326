import { request } from 'node:http';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import type { Role } from '../../src/features/staff/rights.ts';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { type LiveSite, startLiveSite } from './live-site.ts';
import { employ, STAFF_PASSWORD } from './staff.ts';

export const STUDIO_HOST = 'studio.localhost';
/** A response that takes longer fails the test that asked for it, which then says for what. */
const LONGEST_MS = 40_000;

/** A response of the studio. */
export interface StudioResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  bytes: Buffer;
}

/** Asks the host of the studio, whatever names this machine can resolve; `fields` are posted as a form. */
export function askStudio(
  live: Pick<LiveSite, 'url'>,
  path: string,
  {
    cookie,
    fields,
    body: given,
    bytes,
    type = 'application/x-www-form-urlencoded',
    host = STUDIO_HOST,
    origin,
  }: {
    cookie?: string;
    fields?: Record<string, string>;
    /** Fields of which a name may come twice. */
    body?: URLSearchParams;
    /** A body of another type. */
    bytes?: Buffer;
    type?: string;
    host?: string;
    origin?: string | null;
  } = {},
): Promise<StudioResponse> {
  const { hostname, port } = new URL(live.url);
  const body = bytes ?? given?.toString() ?? (fields && new URLSearchParams(fields).toString());
  const own = host === '127.0.0.1' ? live.url : `http://${host}:${port}`;
  const headers = {
    Host: `${host}:${port}`,
    ...(cookie && { Cookie: cookie }),
    ...(body !== undefined && { 'Content-Type': type, 'Content-Length': body.length }),
    ...(body !== undefined && origin !== null && { Origin: origin ?? own }),
  };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(parts);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: bytes.toString(), bytes });
      });
    });
    sent.on('error', reject);
    sent.setTimeout(LONGEST_MS, () => sent.destroy(new Error(`${path} did not respond within ${LONGEST_MS} ms`)));
    sent.end(body);
  });
}

/** The cookies that a response sets, as a browser sends them back. */
export const cookiesOf = ({ headers }: StudioResponse): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** Adds an account of each role that is named, and returns the cookies of its login with the password alone. */
export async function employAll(
  live: LiveSite,
  roles: readonly Role[],
  member: string,
): Promise<Map<Role, { id: string; cookie: string; email: string }>> {
  const database = await openDatabase({ dataDir: live.dataDir });
  const people = new Map<Role, { id: string; cookie: string; email: string }>();
  for (const role of roles) {
    const email = `${role}@studio.example`;
    const id = await employ(database, { email, name: `The ${role}`, role, member: role === 'agent' ? member : null }, [
      member,
    ]);
    const fields = { email, password: STAFF_PASSWORD };
    people.set(role, { id, email, cookie: cookiesOf(await askStudio(live, '/studio/do/login/', { fields })) });
  }
  await database.close();
  return people;
}

/** Starts a site with people of these roles, who are let past the second factor; `close` ends it. */
export async function openStudio(
  site: Parameters<typeof startLiveSite>[0],
  roles: readonly Role[],
  { member = 'bram-de-ridder', variables = {} }: { member?: string; variables?: Record<string, string> } = {},
) {
  const live = await startLiveSite(site, { studioHost: STUDIO_HOST, variables: { DEMO: 'off', ...variables } });
  const people = await employAll(live, roles, member);
  const database = await openDatabase({ dataDir: live.dataDir });
  await database.db.updateTable('staff_sessions').set({ factor_at: new Date().toISOString() }).execute();
  const close = async () => {
    await database.close();
    await live.stop();
  };
  return { live, people, database, close };
}

/** Stores a lead as a visitor would, and returns its reference. */
export async function putLead(
  { dataDir }: Pick<LiveSite, 'dataDir'>,
  { email = 'an@visitor.example', name = 'An', message = 'Is het nog vrij?', phone = '' } = {},
): Promise<string> {
  const database = await openDatabase({ dataDir });
  const { reference } = await storeLead(database, {
    ...{ form: 'contact-me', token: `${Math.random()}`, language: 'nl', page: '/nl/', consentVersion: '1', email },
    values: { firstName: name, lastName: 'Peeters', email, message, ...(phone && { phone }) },
    within: async () => [],
  });
  await database.close();
  return reference;
}

/** Opens a stream of events of the studio as a browser does, reads its head and leaves; `from`: Sec-Fetch-Site. */
export function openStream(
  live: Pick<LiveSite, 'url'>,
  name: string,
  { cookie, from = 'same-origin', stay = false }: { cookie?: string; from?: string; stay?: boolean } = {},
): Promise<{ status: number; type: string | undefined; ended: Promise<void>; said(): string; close(): void }> {
  const { hostname, port } = new URL(live.url);
  const headers = { Host: `${STUDIO_HOST}:${port}`, 'Sec-Fetch-Site': from, ...(cookie && { Cookie: cookie }) };
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path: `/studio/${name.replace('?', '/?')}${name.includes('?') ? '' : '/'}`, headers },
      (response) => {
        const ended = new Promise<void>((end) => response.on('close', end));
        let said = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          said += part;
        });
        resolve({
          ...{ status: response.statusCode ?? 0, type: response.headers['content-type'], ended },
          ...{ said: () => said, close: () => sent.destroy() },
        });
        if (!stay) sent.destroy();
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}
