import { sql } from 'kysely';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { isKeyOf } from '../../platform/values/values.ts';
import { type EventStream, openEventStream, type StreamLogin } from '../staff/event-stream.server.ts';
import { entryLabel, isWithin, reachOf, SECTIONS, type Section } from '../staff/rights.ts';
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
  /** The section of the menu that it belongs to; null for none. */
  section: Section | null;
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
  const { person, section, subject, isReading } = page;
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
    here: subject ? wordsOf(isTaken ? taken : seen.findLast(isOfPage)) : inSection(),
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
  function inSection(): string | null {
    const sources: readonly NewsRow['source'][] = section === null ? [] : SECTIONS[section].news;
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
/** A page that is older shows the news of the last hour. */
const OLDEST_MS = 3_600_000;
/** How often it is noted that a person still reads the lead of a page. */
const PRESENT_MS = 20_000;
const LONGEST = 60;

interface LivePage extends OpenPage {
  /** What happened before this ID is in the page already. */
  since: string;
  rows: Map<string, NewsRow>;
  /** When this connection last recorded that the person reads the lead of the page. */
  presentAt: number | null;
}

interface Parts {
  database: Database;
  login: StreamLogin;
  /** Whether somebody may see the lead with this reference. */
  maySee(reference: string, person: StaffMember): Promise<boolean>;
}

/** Tells open pages of the studio what others do. */
export function studioLive({ database, login, maySee }: Parts): EventStream {
  let readers: readonly Reader[] = [];
  async function present(page: LivePage): Promise<void> {
    page.presentAt = Date.now();
    await setPresent(database, page.person.id, page.subject, page.presentAt);
  }
  return openEventStream<LivePage>('events', login, {
    pollMs: POLL_MS,
    retryMs: 3000,
    most: 300,
    mostPerSession: 4,
    async page(person, query) {
      const nowMs = Date.now();
      const sinceMs = Math.min(nowMs, Math.max(nowMs - OLDEST_MS, Number(query.get('since')) || nowMs));
      const named = query.get('section') ?? '';
      const section = isKeyOf(SECTIONS, named) ? named : null;
      const subject = (query.get('subject') ?? '').slice(0, LONGEST);
      const isReading = section === 'leads' && subject !== '' && (await maySee(subject, person));
      return { person, section, subject, isReading, since: idSince(sinceMs), rows: new Map(), presentAt: null };
    },
    async joined(page) {
      if (page.isReading) await present(page);
      for (const row of await newsAfter(database, page.since)) page.rows.set(row.id, row);
    },
    async round(pages) {
      const nowMs = Date.now();
      const rows = await newsAfter(database, idSince(nowMs - LATE_MS));
      for (const page of pages) {
        for (const row of rows) if (row.id > page.since) page.rows.set(row.id, row);
        if (page.presentAt !== null && nowMs - page.presentAt > PRESENT_MS) await present(page);
      }
      readers = await readersNow(database);
    },
    message: (page) => newsOf(page, page.rows.values(), readers),
    async left({ person, subject, presentAt }) {
      if (presentAt !== null) await leave(database, person.id, subject, presentAt);
    },
  });
}
