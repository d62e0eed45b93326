import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sql } from 'kysely';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { NO_PAGE_POLICY } from '../../platform/http/policy.server.ts';
import { entryLabel, isWithin, reachOf, STUDIO_STREAMS } from '../staff/rights.ts';
import type { StaffMember } from '../staff/staff.server.ts';
import { leave, readersNow, setPresent } from '../staff/staff-events.server.ts';

/** Something that happened: a new lead, work on one, a booked viewing, or a change of one. */
interface NewsRow {
  id: string;
  source: 'lead' | 'entry' | 'booked' | 'changed';
  /** Kind of the entry, or of the change. */
  kind: string;
  detail: string;
  /** Reference of the lead, or ID of the viewing. */
  subject: string;
  staff_id: string | null;
  who: string;
  /** Who has the lead. */
  assigned_to: string | null;
}

/** Somebody who reads a lead at this moment. */
interface Reader {
  subject: string;
  staff_id: string;
  name: string;
  assigned_to: string | null;
}

/** An open page of the studio. */
interface OpenPage {
  person: StaffMember;
  /** The room that it shows. */
  room: string;
  /** The lead or the viewing that it shows; empty for none. */
  subject: string;
  /** Whether the person could see that lead when the page was opened. */
  isReading: boolean;
}

/** What an open page says: new leads, changes of what it shows, and who reads which lead. */
export interface News {
  leads: string | null;
  here: string | null;
  present: Readonly<Record<string, string>>;
}

/** The first ID that a row of this moment can have: IDs begin with their time. */
const idSince = (ms: number): string => Math.max(0, ms).toString(36).padStart(9, '0');

/** Everything that happened after an ID; each table is read by its primary key. */
async function newsAfter({ db }: Pick<Database, 'db'>, id: string): Promise<NewsRow[]> {
  const { rows } = await sql<NewsRow>`
    select leads.id as id, 'lead' as source, leads.form as kind, '' as detail, leads.reference as subject,
      null as staff_id, '' as who, lead_work.assigned_to as assigned_to
    from leads left join lead_work on lead_work.lead_id = leads.id where leads.id > ${id}
    union all
    select lead_entries.id, 'entry', lead_entries.kind,
      case when lead_entries.kind = 'assigned' then lead_entries.text else '' end,
      leads.reference, lead_entries.staff_id, lead_entries.who, lead_work.assigned_to
    from lead_entries inner join leads on leads.id = lead_entries.lead_id
      left join lead_work on lead_work.lead_id = leads.id
    where lead_entries.id > ${id}
    union all
    select viewings.id, 'booked', viewings.state, '', viewings.id, null, '', null
    from viewings where viewings.id > ${id}
    union all
    select viewing_changes.id, 'changed', viewing_changes.kind, '', viewing_changes.viewing_id,
      viewing_changes.staff_id, coalesce(staff.name, ''), null
    from viewing_changes left join staff on staff.id = viewing_changes.staff_id where viewing_changes.id > ${id}
  `.execute(db);
  return rows;
}

/** What a page says about what others did since it was made; nothing about leads that this person may not see. */
function newsOf(page: OpenPage, rows: Iterable<NewsRow>, readers: readonly Reader[]): News {
  const { person, room, subject, isReading } = page;
  const [leads, agenda] = [reachOf(person.role, 'leads.read'), reachOf(person.role, 'agenda.read')];
  const t = labelsIn(person.language);
  const all = [...rows];
  const seen = all.filter(
    ({ source, staff_id, assigned_to }) =>
      staff_id !== person.id &&
      (source === 'lead' || source === 'entry' ? isWithin(leads, person.id, assigned_to) : agenda !== null),
  );
  // Who reads a lead is told that a colleague has taken it, which is the last thing that they see of it.
  const taken = all.findLast((row) => row.subject === subject && row.kind === 'assigned');
  const isTaken = isReading && taken !== undefined && !isWithin(leads, person.id, taken.assigned_to);
  const fresh = new Set(seen.flatMap((row) => (row.source === 'lead' ? [row.subject] : [])));
  const present = Map.groupBy(
    readers.filter(({ staff_id, assigned_to }) => staff_id !== person.id && isWithin(leads, person.id, assigned_to)),
    (reader) => reader.subject,
  );
  return {
    leads: fresh.size > 0 ? t('STUDIO_LIVE_LEADS', { count: fresh.size }) : null,
    here: subject ? wordsOf(isTaken ? taken : seen.findLast(isOfPage)) : inRoom(),
    present: Object.fromEntries([...present].map(([one, them]) => [one, them.map(({ name }) => name).join(', ')])),
  };

  function isOfPage(row: NewsRow): boolean {
    return row.subject === subject && row.source !== 'lead';
  }

  function wordsOf(row: NewsRow | undefined): string | null {
    if (!row) return null;
    const words =
      row.source === 'entry'
        ? t(entryLabel({ kind: row.kind, who: row.who, text: row.detail }), { who: row.who, what: row.detail })
        : t('STUDIO_LIVE_VIEWING');
    return t('STUDIO_LIVE_HERE', { what: words });
  }

  /** Work on leads and changed viewings, counted once each. */
  function inRoom(): string | null {
    const sources: readonly NewsRow['source'][] =
      room === 'agenda'
        ? ['booked', 'changed']
        : room === 'leads'
          ? ['entry']
          : room === ''
            ? ['entry', 'changed']
            : [];
    const changed = new Set(
      seen.filter((row) => sources.includes(row.source) && !fresh.has(row.subject)).map((row) => row.subject),
    );
    return changed.size > 0 ? t('STUDIO_LIVE_CHANGES', { count: changed.size }) : null;
  }
}

/** How often the database is asked what is new, while a page is open; one query for all pages of this process. */
const POLL_MS = 1000;
/** Transactions of other processes may end this long after the moment in the ID of their rows. */
const LATE_MS = 10_000;
/** A proxy ends connections on which nothing was sent for a minute. */
const HEARTBEAT_MS = 20_000;
const SESSIONS_MS = 5000;
const MOST_PER_SESSION = 4;
const MOST = 300;
/** A page that is older shows the news of the last hour. */
const OLDEST_MS = 3_600_000;
const MOST_UNSENT = 64_000;

interface Parts {
  database: Database;
  login: {
    session(headers: Headers, options: { isUse: boolean }): Promise<{ staff: StaffMember | null }>;
    isIn(person: StaffMember): boolean;
    endedSessions(sessions: readonly { id: string; role: string }[]): Promise<Set<string>>;
  };
  /** Whether somebody may see the lead with this reference. */
  maySee(reference: string, person: StaffMember): Promise<boolean>;
}

interface Watcher extends OpenPage {
  response: ServerResponse;
  since: string;
  rows: Map<string, NewsRow>;
  said: string;
  beatAt: number;
  /** When this connection last recorded that the person reads the lead of the page. */
  presentAt: number | null;
}

/**
 * Tells open pages of the studio what others do, as server-sent events. Each message is the whole state of the page, so
 * that one that was lost does no harm. Without a script pages show the same when they are loaded again.
 */
export function studioLive({ database, login, maySee }: Parts) {
  const watchers = new Set<Watcher>();
  let timer: NodeJS.Timeout | null = null;
  let checkedAt = 0;
  let isClosed = false;
  // Timers that a request starts would see the version of that request for ever.
  const outside = AsyncLocalStorage.snapshot();

  /** Responds to `GET /studio/events/`; the cookie decides who it is, and the connection extends no session. */
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = new Headers({ cookie: request.headers.cookie ?? '' });
    const { staff: person } = await login.session(headers, { isUse: false });
    const isAllowed = person && login.isIn(person) && reachOf(person.role, STUDIO_STREAMS.events.right) !== null;
    if (!isAllowed) return void response.writeHead(401, { 'Cache-Control': 'no-store' }).end();
    if (isClosed || watchers.size >= MOST) return void response.writeHead(503, { 'Retry-After': '5' }).end();
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams;
    const nowMs = Date.now();
    const sinceMs = Math.min(nowMs, Math.max(nowMs - OLDEST_MS, Number(query.get('since')) || nowMs));
    const [room, subject] = [query.get('room') ?? '', query.get('subject') ?? ''].map((text) => text.slice(0, 60));
    const isReading = room === 'leads' && subject !== '' && (await maySee(subject!, person));
    const watcher: Watcher = {
      ...{ person, response, room: room!, subject: subject!, isReading, since: idSince(sinceMs) },
      ...{ rows: new Map(), said: '', beatAt: nowMs, presentAt: null },
    };
    if (response.destroyed) return;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': NO_PAGE_POLICY,
      'X-Robots-Tag': 'noindex, nofollow',
      // nginx would keep events back until its buffer is full.
      'X-Accel-Buffering': 'no',
    });
    response.write('retry: 3000\n\n');
    endOldest(person.sessionId);
    watchers.add(watcher);
    response.on('error', () => watchers.delete(watcher));
    response.on('close', () => void gone(watcher).catch(() => {}));
    if (isReading) await present(watcher);
    for (const row of await newsAfter(database, watcher.since)) watcher.rows.set(row.id, row);
    const readers = await readersNow(database);
    if (watchers.has(watcher)) say(watcher, readers);
    timer ??= setTimeout(poll, POLL_MS).unref();
  }

  async function poll(): Promise<void> {
    try {
      const nowMs = Date.now();
      const [rows, readers] = [await newsAfter(database, idSince(nowMs - LATE_MS)), await readersNow(database)];
      for (const watcher of watchers) {
        for (const row of rows) if (row.id > watcher.since) watcher.rows.set(row.id, row);
        if (watcher.presentAt !== null && nowMs - watcher.presentAt > HEARTBEAT_MS) await present(watcher);
        if (watchers.has(watcher)) say(watcher, readers);
      }
      if (nowMs - checkedAt > SESSIONS_MS) {
        checkedAt = nowMs;
        await endSessionsThatEnded();
      }
    } catch {
      // The database cannot be reached: the next round tries again, and pages work without news.
    }
    timer = watchers.size > 0 && !isClosed ? setTimeout(poll, POLL_MS).unref() : null;
  }

  function say(watcher: Watcher, readers: readonly Reader[]): void {
    const { response } = watcher;
    const said = JSON.stringify(newsOf(watcher, watcher.rows.values(), readers));
    const nowMs = Date.now();
    if (response.writableLength > MOST_UNSENT) return void response.destroy();
    if (said !== watcher.said) response.write(`data: ${said}\n\n`);
    else if (nowMs - watcher.beatAt > HEARTBEAT_MS) response.write(': \n\n');
    else return;
    [watcher.said, watcher.beatAt] = [said, nowMs];
  }

  async function present(watcher: Watcher): Promise<void> {
    watcher.presentAt = Date.now();
    await setPresent(database, watcher.person.id, watcher.subject, watcher.presentAt);
  }

  async function gone(watcher: Watcher): Promise<void> {
    watchers.delete(watcher);
    const { person, subject, presentAt } = watcher;
    if (presentAt !== null) await leave(database, person.id, subject, presentAt);
  }

  /** Browsers open six connections to a host at most: tabs without news must not keep pages from loading. */
  function endOldest(sessionId: string): void {
    const own = [...watchers].filter(({ person }) => person.sessionId === sessionId);
    for (const watcher of own.slice(0, Math.max(0, own.length - MOST_PER_SESSION + 1))) end(watcher);
  }

  async function endSessionsThatEnded(): Promise<void> {
    const sessions = [...watchers].map(({ person }) => ({ id: person.sessionId, role: person.role }));
    const ended = await login.endedSessions(sessions);
    for (const watcher of watchers) if (ended.has(watcher.person.sessionId)) end(watcher);
  }

  /** Nothing may be written to a response that has ended, though it closes later. */
  function end(watcher: Watcher, text = 'event: end\ndata:\n\n'): void {
    watchers.delete(watcher);
    watcher.response.end(text);
  }

  return {
    handle(request: IncomingMessage, response: ServerResponse): void {
      outside(() => handle(request, response)).catch(() => response.destroy());
    },
    /** Another version is shown: browsers connect again, and nothing keeps the one before in memory. */
    renew(): void {
      for (const watcher of watchers) end(watcher, '');
    },
    /** Ends every connection, so that the server can stop; browsers connect again to the next one. */
    close(): void {
      isClosed = true;
      if (timer) clearTimeout(timer);
      for (const watcher of watchers) end(watcher, '');
    },
  };
}
