import { createServer } from 'node:http';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findWork } from '../../src/features/lead/lead-list.server.ts';
import { addEntry, assignLead } from '../../src/features/lead/lead-work.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import type { Role } from '../../src/features/staff/rights.ts';
import { presentAt } from '../../src/features/staff/staff-events.server.ts';
import { type News, studioLive } from '../../src/features/studio/live.server.ts';
import { type Database, openDatabase } from '../../src/platform/database/database.server.ts';
import { eventually } from '../support/eventually.ts';
import { sampleLead } from '../support/sample-lead.ts';
import { employ, enterStudio, openStudioLogin } from '../support/staff.ts';
import { ENGINES, type Engine, openStorage } from '../support/storage.ts';
import { agencySite } from '../support/submit.ts';

beforeAll(() => {
  agencySite();
});

/** A stream as a browser reads it: what was said last, and whether it has ended. */
async function listen(url: string, headers: Headers) {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const response = await fetch(url, { headers: { cookie: headers.get('cookie') ?? '' }, signal: abort.signal });
  const heard = { status: response.status, news: null as News | null, text: '', hasEnded: false };
  const decoder = new TextDecoder();
  void (async () => {
    for await (const part of response.body ?? []) {
      heard.text += decoder.decode(part, { stream: true });
      const last = heard.text.match(/^data: .+$/gm)?.at(-1);
      if (last) heard.news = JSON.parse(last.slice(6)) as News;
    }
    heard.hasEnded = true;
  })().catch(() => {
    heard.hasEnded = true;
  });
  return { ...heard, heard, response, leave: () => abort.abort() };
}

describe.each(ENGINES)('live events on %s', (engine: Engine) => {
  /** A process with the streams, and the database of another process that writes. */
  async function open() {
    const { database, options } = await openStorage(engine);
    const other = await openDatabase(options);
    onTestFinished(() => other.close());
    const login = openStudioLogin(database, { local: true });
    const live = studioLive({
      ...{ database, login },
      maySee: async (reference) => (await findWork(database, reference)) !== null,
    });
    const server = createServer((request, response) =>
      live.handle(request, response, new URL(request.url!, 'http://localhost').searchParams),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      live.close();
      server.close();
    });
    const { port } = server.address() as { port: number };
    const since = Date.now();
    const stream = (headers: Headers, query = 'section=leads') =>
      listen(`http://127.0.0.1:${port}/studio/events/?since=${since}&${query}`, headers);
    const come = async (name: string, role: Role = 'office') => {
      const email = `${name}@studio.example`;
      await employ(database, { email, name, role, member: role === 'agent' ? 'els-maes' : null });
      return enterStudio(login, email);
    };
    return { database, other, login, live, server, stream, come };
  }
  const newLead = async (database: Database) => {
    const { reference } = await storeLead(database, {
      ...sampleLead({ token: `${Math.random()}` }),
      within: async () => [],
    });
    return (await findWork(database, reference))!;
  };

  test('what another process writes is told within two seconds, and nobody hears of what they did', async () => {
    const { other, stream, come } = await open();
    const [lotte, sam] = [await come('Lotte'), await come('Sam')];
    const [first, second] = [await stream(lotte.headers), await stream(sam.headers)];
    expect(first.response.headers.get('content-type')).toContain('text/event-stream');
    expect(first.response.headers.get('x-accel-buffering')).toBe('no');
    await eventually(() => expect(first.heard.news).toEqual({ leads: null, here: null, present: {} }));
    const lead = await newLead(other);
    await eventually(() => expect(first.heard.news?.leads).toBe('1 nieuwe aanvraag:'), 2000);
    await assignLead(other, lead, { to: sam.person, expected: null }, sam.person);
    await newLead(other);
    await eventually(() => expect(first.heard.news?.leads).toBe('2 nieuwe aanvragen:'), 2000);
    // A lead that is new for this page is one piece of news, whatever was done with it.
    expect(first.heard.news?.here).toBeNull();
    const page = await stream(lotte.headers, `section=leads&subject=${lead.reference}`);
    await eventually(() => expect(page.heard.news?.here).toContain('Sam nam dit'), 2000);
    await addEntry(other.db, lead.id, sam.person, { kind: 'reply', text: 'Dag' });
    await eventually(() => expect(page.heard.news?.here).toContain('Antwoord van Sam'), 2000);
    const own = await stream(sam.headers, `section=leads&subject=${lead.reference}`);
    await eventually(() => expect(own.heard.news).toMatchObject({ leads: '2 nieuwe aanvragen:', here: null }));
    expect(second.heard.news?.leads).toBe('2 nieuwe aanvragen:');
  });

  test('who opens a lead is present at once, and gone as soon as the page is', async () => {
    const { database, other, stream, come } = await open();
    const [lotte, sam] = [await come('Lotte'), await come('Sam')];
    const lead = await newLead(other);
    const list = await stream(lotte.headers);
    const page = await stream(sam.headers, `section=leads&subject=${lead.reference}`);
    await eventually(() => expect(list.heard.news?.present).toEqual({ [lead.reference]: 'Sam' }), 2000);
    expect(await presentAt(other, lead.reference, lotte.person.id)).toEqual(['Sam']);
    page.leave();
    await eventually(() => expect(list.heard.news?.present).toEqual({}), 2000);
    // A page loaded again is no absence: the older connection ends after the newer one has begun.
    const before = await stream(sam.headers, `section=leads&subject=${lead.reference}`);
    await eventually(() => expect(before.heard.news).not.toBeNull());
    await stream(sam.headers, `section=leads&subject=${lead.reference}`);
    await eventually(async () => expect(await presentAt(database, lead.reference, '')).toEqual(['Sam']));
    before.leave();
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await presentAt(database, lead.reference, '')).toEqual(['Sam']);
  });

  test('an agent hears nothing of the leads of others', async () => {
    const { other, stream, come } = await open();
    const [els, sam] = [await come('Els', 'agent'), await come('Sam')];
    const heard = (await stream(els.headers)).heard;
    const [taken, free] = [await newLead(other), await newLead(other)];
    await assignLead(other, taken, { to: sam.person, expected: null }, sam.person);
    await stream(sam.headers, `section=leads&subject=${taken.reference}`);
    await stream(sam.headers, `section=leads&subject=${free.reference}`);
    await eventually(() => expect(heard.news?.present).toEqual({ [free.reference]: 'Sam' }), 3000);
    expect(heard.text).not.toContain(taken.reference);
  });

  test('it needs a login, ends with the session and extends none; four pages of a session have one', async () => {
    const { database, login, stream, come } = await open();
    const { headers, person } = await come('Lotte');
    expect((await stream(new Headers())).status).toBe(401);
    const old = new Date(Date.now() + 3_600_000).toISOString();
    await database.db.updateTable('staff_sessions').set({ expires_at: old }).execute();
    const pages = [await stream(headers)];
    for (let more = 0; more < 4; more += 1) pages.push(await stream(headers));
    await eventually(() => expect(pages.map(({ heard }) => heard.hasEnded)).toEqual([true, ...Array(4).fill(false)]));
    expect(pages[0]!.heard.text).toContain('event: end');
    const [{ expires_at } = { expires_at: '' }] = await database.db.selectFrom('staff_sessions').selectAll().execute();
    expect(expires_at).toBe(old);
    await login.endSession(person, person.sessionId);
    await eventually(() => expect(pages.every(({ heard }) => heard.hasEnded)).toBe(true), 8000);
  });

  test('closing ends every stream, so that a server can stop', async () => {
    const { live, server, stream, come } = await open();
    const { headers } = await come('Lotte');
    const page = await stream(headers);
    const closed = new Promise((resolve) => server.close(resolve));
    live.close();
    await eventually(() => expect(page.heard.hasEnded).toBe(true));
    server.closeIdleConnections();
    await closed;
  });
});
