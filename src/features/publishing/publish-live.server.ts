import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NO_PAGE_POLICY } from '../../platform/http/policy.server.ts';
import { reachOf, STUDIO_STREAMS } from '../staff/rights.ts';
import type { StaffMember } from '../staff/staff.server.ts';

const [POLL_MS, SESSIONS_MS, HEARTBEAT_MS] = [250, 5000, 20_000];
/** The publisher ends when nobody asks for so long; an open page keeps what it shows fresh. */
const ASK_MS = 60_000;
const [MOST, MOST_PER_SESSION, MOST_UNSENT] = [100, 2, 64_000];

interface Parts {
  login: {
    session(headers: Headers, options: { isUse: boolean }): Promise<{ staff: StaffMember | null }>;
    isIn(person: StaffMember): boolean;
    endedSessions(sessions: readonly { id: string; role: string }[]): Promise<Set<string>>;
  };
  publish: {
    state(person: StaffMember): Promise<{ isBusy: boolean; words: string; done?: number; all?: number } | null>;
    digest(): string;
    prepare(): void;
  };
}

interface Watcher {
  person: StaffMember;
  response: ServerResponse;
  said: string;
  saidMs: number;
}

/**
 * Tells open pages of the publish room how far a publish is, as server-sent events. Each message is the whole state;
 * `digest` differs when the page would show something else.
 */
export function publishLive({ login, publish }: Parts) {
  const watchers = new Set<Watcher>();
  let timer: NodeJS.Timeout | null = null;
  let [checkedMs, askedMs, isClosed] = [0, Date.now(), false];
  // Timers that a request starts would see the version of that request for ever.
  const outside = AsyncLocalStorage.snapshot();

  /** Responds to `GET /studio/publishing/`; the cookie decides who it is, and the connection extends no session. */
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = new Headers({ cookie: request.headers.cookie ?? '' });
    const { staff: person } = await login.session(headers, { isUse: false });
    const isAllowed = person && login.isIn(person) && reachOf(person.role, STUDIO_STREAMS.publishing.right) !== null;
    if (!isAllowed) return void response.writeHead(401, { 'Cache-Control': 'no-store' }).end();
    if (isClosed || watchers.size >= MOST) return void response.writeHead(503, { 'Retry-After': '5' }).end();
    if (response.destroyed) return;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': NO_PAGE_POLICY,
      'X-Robots-Tag': 'noindex, nofollow',
      // nginx would keep events back until its buffer is full.
      'X-Accel-Buffering': 'no',
    });
    response.write('retry: 500\n\n');
    const own = [...watchers].filter((watcher) => watcher.person.sessionId === person.sessionId);
    for (const watcher of own.slice(0, Math.max(0, own.length - MOST_PER_SESSION + 1))) end(watcher);
    const watcher: Watcher = { person, response, said: '', saidMs: Date.now() };
    watchers.add(watcher);
    response.on('error', () => watchers.delete(watcher));
    response.on('close', () => watchers.delete(watcher));
    await say(watcher);
    timer ??= setTimeout(poll, POLL_MS).unref();
  }

  async function poll(): Promise<void> {
    try {
      const nowMs = Date.now();
      for (const watcher of watchers) await say(watcher);
      if (nowMs - askedMs > ASK_MS) {
        askedMs = nowMs;
        publish.prepare();
      }
      if (nowMs - checkedMs > SESSIONS_MS) {
        checkedMs = nowMs;
        const sessions = [...watchers].map(({ person }) => ({ id: person.sessionId, role: person.role }));
        const ended = await login.endedSessions(sessions);
        for (const watcher of watchers) if (ended.has(watcher.person.sessionId)) end(watcher);
      }
    } catch {
      // The next round tries again; pages work without news.
    }
    timer = watchers.size > 0 && !isClosed ? setTimeout(poll, POLL_MS).unref() : null;
  }

  async function say(watcher: Watcher): Promise<void> {
    const state = await publish.state(watcher.person);
    if (!watchers.has(watcher)) return;
    const { isBusy = false, words = '', done = null, all = null } = state ?? {};
    const said = JSON.stringify({ busy: isBusy, words, done, all, digest: publish.digest() });
    const nowMs = Date.now();
    if (watcher.response.writableLength > MOST_UNSENT) return void watcher.response.destroy();
    if (said !== watcher.said) watcher.response.write(`data: ${said}\n\n`);
    else if (nowMs - watcher.saidMs > HEARTBEAT_MS) watcher.response.write(': \n\n');
    else return;
    [watcher.said, watcher.saidMs] = [said, nowMs];
  }

  /** Nothing may be written to a response that has ended, though it closes later. */
  function end(watcher: Watcher, text = 'event: end\ndata:\n\n'): void {
    watchers.delete(watcher);
    watcher.response.end(text);
  }

  const endAll = () => {
    for (const watcher of watchers) end(watcher, '');
  };
  return {
    handle(request: IncomingMessage, response: ServerResponse): void {
      outside(() => handle(request, response)).catch(() => response.destroy());
    },
    /** Another version is shown: browsers connect again, and nothing keeps the one before in memory. */
    renew: endAll,
    /** Ends every connection, so that the server can stop; browsers connect again to the next one. */
    close(): void {
      isClosed = true;
      if (timer) clearTimeout(timer);
      endAll();
    },
  };
}
