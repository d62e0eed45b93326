import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NO_PAGE_POLICY } from '../../platform/http/policy.server.ts';
import { reachOf, STUDIO_STREAMS, type StudioStreamName } from './rights.ts';
import type { StaffMember } from './staff.server.ts';

/** A proxy ends connections on which nothing was sent for a minute. */
const HEARTBEAT_MS = 20_000;
const SESSIONS_MS = 5000;
const MOST_UNSENT = 64_000;

/** The part of the login that a stream needs. */
export interface StreamLogin {
  session(headers: Headers, options: { isUse: boolean }): Promise<{ staff: StaffMember | null }>;
  isIn(person: StaffMember): boolean;
  endedSessions(sessions: readonly { id: string; role: string }[]): Promise<Set<string>>;
}

/** What a stream says to open pages; `Page` is what one of them shows. */
export interface EventSource<Page> {
  /** How often pages are told what is new, and how long a browser waits before it connects again. */
  pollMs: number;
  retryMs: number;
  /** How many pages may listen, in all and per session. */
  most: number;
  mostPerSession: number;
  /** The page that a person opens. */
  page(person: StaffMember, query: URLSearchParams): Page | Promise<Page>;
  /** The page listens from now on. */
  joined?(page: Page): Promise<void>;
  /** What all pages share is read once per round, before `message`. */
  round?(pages: readonly Page[]): Promise<void>;
  /** The whole state of a page, so that a message that was lost does no harm. */
  message(page: Page): object | Promise<object>;
  /** The page is closed. */
  left?(page: Page): Promise<void>;
}

interface Listener<Page> {
  person: StaffMember;
  page: Page;
  response: ServerResponse;
  sent: string;
  sentMs: number;
}

/** A stream that is open. */
export interface EventStream {
  handle(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): void;
  /** Another version is shown: browsers connect again, and nothing keeps the one before in memory. */
  renew(): void;
  /** Ends every connection, so that the server can stop; browsers connect again to the next one. */
  close(): void;
}

/**
 * Opens a stream of server-sent events of the studio. The cookie decides who listens, and the connection extends no
 * session. Without a script pages show the same when they are loaded again.
 */
export function openEventStream<Page>(
  name: StudioStreamName,
  login: StreamLogin,
  source: EventSource<Page>,
): EventStream {
  const listeners = openListeners<Page>();
  let timer: NodeJS.Timeout | null = null;
  let checkedMs = 0;
  let isClosed = false;
  // Timers that a request starts would see the version of that request for ever.
  const outside = AsyncLocalStorage.snapshot();

  async function listen(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void> {
    const person = await personOf(request, name, login);
    if (!person) return void response.writeHead(401, { 'Cache-Control': 'no-store' }).end();
    if (isClosed || listeners.all.size >= source.most)
      return void response.writeHead(503, { 'Retry-After': '5' }).end();
    const page = await source.page(person, query);
    if (response.destroyed) return;
    begin(response, source.retryMs);
    listeners.endOldest(person.sessionId, source.mostPerSession);
    const listener: Listener<Page> = { person, page, response, sent: '', sentMs: Date.now() };
    listeners.all.add(listener);
    response.on('error', () => listeners.all.delete(listener));
    response.on('close', () => {
      listeners.all.delete(listener);
      source.left?.(page).catch(() => {});
    });
    await source.joined?.(page);
    await source.round?.([page]);
    await send(listener);
    timer ??= setTimeout(poll, source.pollMs).unref();
  }

  async function poll(): Promise<void> {
    try {
      await source.round?.([...listeners.all].map(({ page }) => page));
      for (const listener of listeners.all) await send(listener);
      if (Date.now() - checkedMs > SESSIONS_MS) {
        checkedMs = Date.now();
        const sessions = [...listeners.all].map(({ person }) => ({ id: person.sessionId, role: person.role }));
        listeners.endSessions(await login.endedSessions(sessions));
      }
    } catch {
      // What is read cannot be reached: the next round tries again, and pages work without news.
    }
    timer = listeners.all.size > 0 && !isClosed ? setTimeout(poll, source.pollMs).unref() : null;
  }

  async function send(listener: Listener<Page>): Promise<void> {
    const text = JSON.stringify(await source.message(listener.page));
    if (listeners.all.has(listener)) write(listener, text);
  }

  return {
    handle(request, response, query) {
      outside(() => listen(request, response, query)).catch(() => response.destroy());
    },
    renew: listeners.endAll,
    close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      listeners.endAll();
    },
  };
}

/** The person whose cookie a request has; null when they may not listen. */
async function personOf(
  { headers }: IncomingMessage,
  name: StudioStreamName,
  login: StreamLogin,
): Promise<StaffMember | null> {
  const { staff } = await login.session(new Headers({ cookie: headers.cookie ?? '' }), { isUse: false });
  return staff && login.isIn(staff) && reachOf(staff.role, STUDIO_STREAMS[name].right) !== null ? staff : null;
}

/** The pages that listen, the oldest first. */
function openListeners<Page>() {
  const all = new Set<Listener<Page>>();
  /** Nothing may be written to a response that has ended, though it closes later. */
  function end(listener: Listener<Page>, text = 'event: end\ndata:\n\n'): void {
    all.delete(listener);
    listener.response.end(text);
  }
  return {
    all,
    endSessions(ended: ReadonlySet<string>): void {
      for (const listener of all) if (ended.has(listener.person.sessionId)) end(listener);
    },
    /** Browsers open six connections to a host at most: tabs without news must not keep pages from loading. */
    endOldest(sessionId: string, most: number): void {
      const own = [...all].filter(({ person }) => person.sessionId === sessionId);
      for (const listener of own.slice(0, Math.max(0, own.length - most + 1))) end(listener);
    },
    endAll(): void {
      for (const listener of all) end(listener, '');
    },
  };
}

function begin(response: ServerResponse, retryMs: number): void {
  response.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': NO_PAGE_POLICY,
    'X-Robots-Tag': 'noindex, nofollow',
    // nginx would keep events back until its buffer is full.
    'X-Accel-Buffering': 'no',
  });
  response.write(`retry: ${retryMs}\n\n`);
}

/** Writes the state of a page when it is another one; else an empty comment line now and then. */
function write(listener: Listener<unknown>, text: string): void {
  const { response } = listener;
  const nowMs = Date.now();
  if (response.writableLength > MOST_UNSENT) return void response.destroy();
  if (text !== listener.sent) response.write(`data: ${text}\n\n`);
  else if (nowMs - listener.sentMs > HEARTBEAT_MS) response.write(': \n\n');
  else return;
  listener.sent = text;
  listener.sentMs = nowMs;
}
