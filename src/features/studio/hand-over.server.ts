import { type Author, type ContentWriter, changeFile } from '../../content/changes/change-file.server.ts';
import type { Ctx } from '../../content/site/ctx.server.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { ViewingRow } from '../../platform/database/schema.ts';
import type { StaffRow } from '../../platform/database/staff-schema.ts';
import type { OutgoingMail } from '../../platform/mail/mail.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { isRecord, listOf, recordOf } from '../../platform/values/values.ts';
import { agencyMail, studioLink } from '../agency/agency-mail.server.ts';
import { assignees } from '../lead/add-lead.server.ts';
import { addEntry } from '../lead/lead-work.server.ts';
import type { StaffMember } from '../staff/staff.server.ts';
import { disableStaff, setAway } from '../staff/staff-accounts.server.ts';
import { recordStaffEvent } from '../staff/staff-events.server.ts';
import { occupy, release } from '../viewing/book-viewing.server.ts';
import { viewingMails } from '../viewing/mails.server.ts';
import { visitorOf } from '../viewing/viewing-facts.server.ts';
import { viewingOf } from '../viewing/viewing-slots.ts';

/** The files of the content that can name an agent. */
interface ContentNames {
  names(kind: 'properties' | 'projects'): string[];
  find(kind: 'properties' | 'projects', name: string): { file: string; data: unknown } | null;
}

type Parts = Pick<Ctx, 'database' | 'secret' | 'site' | 'siteUrl' | 'studioOrigin' | 'wakeOutbox'> & {
  writer: ContentWriter;
  files: ContentNames;
};

// What is somebody's at the agency, and how colleagues get it.

/** The member of staff with this ID; null for none. */
const accountOf = async ({ database: { db } }: Pick<Parts, 'database'>, id: string): Promise<StaffRow | null> =>
  (await db.selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;

const viewingsOf = ({ database: { db } }: Pick<Parts, 'database'>, member: string, nowMs: number) =>
  db
    .selectFrom('viewings')
    .selectAll()
    .where('agent_id', '=', member)
    .where('state', 'in', ['requested', 'confirmed'])
    .where('starts_at', '>', new Date(nowMs).toISOString())
    .orderBy('starts_at')
    .execute();

const leadsOf = ({ database: { db } }: Pick<Parts, 'database'>, id: string) =>
  db
    .selectFrom('lead_work')
    .innerJoin('leads', 'leads.id', 'lead_work.lead_id')
    .select(['leads.id', 'leads.reference'])
    .where('lead_work.assigned_to', '=', id)
    .where('leads.status', '=', 'new')
    .orderBy('leads.id')
    .execute();

/** The files of properties and projects that name an agent, those that are not published yet included. */
function filesOf({ site, files }: Parts, member: string): string[] {
  const live = files.names('properties').filter((name) => {
    // What is live is known without reading its file.
    const listing = site.listing(Number(name));
    return listing ? listing.manager === member : recordOf(files.find('properties', name)?.data).Manager === member;
  });
  const projects = files
    .names('projects')
    .filter((name) => recordOf(files.find('projects', name)?.data).Manager === member);
  return [...live.map((name) => `properties/${name}.json`), ...projects.map((name) => `projects/${name}.json`)];
}

/** The accounts that something can be handed over from. */
export async function handOverAccounts(ctx: Pick<Parts, 'database'>) {
  const rows = await ctx.database.db.selectFrom('staff').selectAll().orderBy('name').execute();
  return rows.filter(({ disabled_at }) => disabled_at === null).map(({ id, name }) => ({ id, name }));
}

/** What is somebody's now, and to whom it can be given; null for an account that there is not. */
export async function theirs(ctx: Parts, id: string, nowMs = Date.now()) {
  const account = await accountOf(ctx, id);
  if (!account) return null;
  const { member, name, email } = account;
  const waiting = await ctx.database.db
    .selectFrom('outbox')
    .innerJoin('lead_entries', 'lead_entries.outbox_id', 'outbox.id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('lead_entries.staff_id', '=', id)
    .where('outbox.state', '=', 'pending')
    .executeTakeFirst();
  return {
    id,
    name,
    email,
    member,
    isDisabled: account.disabled_at !== null,
    leads: await leadsOf(ctx, id),
    viewings: member ? await viewingsOf(ctx, member, nowMs) : [],
    files: member ? filesOf(ctx, member) : [],
    mails: Number(waiting?.count ?? 0),
    colleagues: (await assignees(ctx)).filter((one) => one.id !== id),
  };
}

/** What is handed over, and what becomes of the account. */
export interface HandOver {
  /** The colleague who gets it; null: nobody, for leads alone. */
  to: string | null;
  leads: boolean;
  viewings: boolean;
  properties: boolean;
  teamPage: boolean;
  /** Whether visitors get a mail that names who comes instead. */
  tellsVisitors: boolean;
  after: 'stays' | 'away' | 'leaves';
  until: string;
}

/** What was handed over. */
export interface HandedOver {
  leads: number;
  viewings: number;
  /** Viewings at whose time the colleague has another one. */
  left: number;
  files: number;
}

/** Hands over what was chosen; null where it cannot be done: an account that there is not, or no agent for viewings. */
export async function handOver(
  ctx: Parts,
  id: string,
  wanted: HandOver,
  person: StaffMember,
  nowMs = Date.now(),
): Promise<HandedOver | null> {
  const from = await theirs(ctx, id, nowMs);
  const to = from?.colleagues.find((one) => one.id === wanted.to) ?? null;
  const needsAgent = (wanted.viewings && from?.viewings.length) || (wanted.properties && from?.files.length);
  if (!from || from.id === person.id || (wanted.to !== null && !to) || (needsAgent && !to?.member)) return null;
  const leads = wanted.leads ? await giveLeads(ctx, from, to, person) : 0;
  const given = { viewings: 0, left: 0 };
  if (wanted.viewings && to?.member)
    for (const viewing of from.viewings) {
      const isGiven = await giveViewing(ctx, viewing, to.member, wanted.tellsVisitors, nowMs);
      given[isGiven ? 'viewings' : 'left'] += 1;
    }
  const files = wanted.properties && to?.member ? await giveFiles(ctx, from, to.member, person) : 0;
  if (wanted.teamPage && from.member) await leaveTeam(ctx, from.member, person);
  const actor = { staffId: person.id, who: person.name };
  if (wanted.after === 'away') await setAway(ctx, id, { from: '', until: wanted.until, deputy: to?.id ?? '' }, actor);
  if (wanted.after === 'leaves') await disableStaff(ctx, from.email, true, actor);
  await recordStaffEvent(ctx.database.db, {
    ...actor,
    action: 'staff-hand-over',
    subject: from.email,
    after: { to: to?.name ?? '', leads, viewings: given.viewings, files },
  });
  const handed = { leads, ...given, files };
  if (to) await ctx.database.transaction((db) => enqueue(db, handedMails(ctx, { handed, from, to, person })));
  ctx.wakeOutbox();
  return handed;
}

/** The mail to the colleague who gets the work of somebody; none for what that colleague did, or when it is nothing. */
function handedMails(
  ctx: Parts,
  { handed, from, to, person }: { handed: HandedOver; from: Theirs; to: StaffRow; person: StaffMember },
): OutgoingMail[] {
  const { site } = ctx;
  const language = site.languages.find((code) => code === to.language) ?? site.defaultLanguage;
  const t = labelsIn(language);
  const rows = [
    [t('STUDIO_LEADS'), handed.leads],
    [t('STUDIO_HAND_OVER_VIEWINGS'), handed.viewings],
    [t('PROPERTIES'), handed.files],
  ] as const;
  const given = rows.filter(([, count]) => count > 0);
  if (given.length === 0 || to.id === person.id) return [];
  return [
    agencyMail(site, {
      kind: 'staff-hand-over',
      to: to.email,
      name: to.name,
      language,
      subject: t('HAND_OVER_SUBJECT', { name: person.name, from: from.name }),
      rows: given.map(([label, count]) => [label, String(count)]),
      button: studioLink(ctx, '', language),
    }),
  ];
}

type Theirs = NonNullable<Awaited<ReturnType<typeof theirs>>>;

/** Gives the open leads of somebody to a colleague, or to nobody; returns their number. */
async function giveLeads(
  { database }: Parts,
  { id, name, leads }: Theirs,
  to: { id: string; name: string } | null,
  person: StaffMember,
): Promise<number> {
  return database.transaction(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('lead_work')
      .set({ assigned_to: to?.id ?? null })
      .where('assigned_to', '=', id)
      .where('lead_id', 'in', [...leads.map((lead) => lead.id), ''])
      .executeTakeFirst();
    const change = { before: { name }, after: { name: to?.name ?? '' } };
    for (const lead of leads) await addEntry(db, lead.id, person, { kind: 'assigned', text: to?.name ?? '', change });
    return Number(numUpdatedRows);
  });
}

/** Gives a viewing to another agent at the same time; false when that agent has another one then. */
async function giveViewing(
  ctx: Parts,
  viewing: ViewingRow,
  agent: string,
  tellsVisitor: boolean,
  nowMs: number,
): Promise<boolean> {
  const { database, site } = ctx;
  const { capacity } = viewingOf(site.settings.viewings, Number(viewing.property_id), viewing.starts_at);
  const lengthMinutes = (Date.parse(viewing.ends_at) - Date.parse(viewing.starts_at)) / 60_000;
  return database.transaction(async (db) => {
    await release(db, viewing.id);
    const { property_id, starts_at, id: viewingId } = viewing;
    const place = { viewingId, agent_id: agent, property_id, starts_at, lengthMinutes, capacity };
    if (!(await occupy(db, database.engine, place, nowMs))) {
      await occupy(db, database.engine, { ...place, agent_id: viewing.agent_id }, nowMs);
      return false;
    }
    const next = { agent_id: agent, sequence: viewing.sequence + 1 };
    await db.updateTable('viewings').set(next).where('id', '=', viewing.id).execute();
    if (viewing.state !== 'confirmed') return true;
    const after = { ...viewing, ...next };
    const [toVisitor, ...toAgent] = viewingMails(after, { do: 'confirm' }, ctx, {
      startsAt: viewing.starts_at,
      ...(await visitorOf(db, viewing)),
    });
    const mails = tellsVisitor && toVisitor ? [toVisitor, ...toAgent] : toAgent;
    await enqueue(db, mails, { leadId: viewing.lead_id, nowMs });
    return true;
  });
}

const authorOf = ({ name }: StaffMember): Author => ({ who: name, source: 'studio', why: 'handed over' });

/** Writes another agent into properties and projects; returns the number of files. */
async function giveFiles({ writer }: Parts, { member, files }: Theirs, agent: string, person: StaffMember) {
  let count = 0;
  for (const file of files) {
    const isChanged = await changeFile(writer, file, authorOf(person), (present) =>
      isRecord(present) && present.Manager === member ? { ...present, Manager: agent } : undefined,
    );
    if (isChanged) count += 1;
  }
  return count;
}

/** Takes somebody off the team page and out of the offices. */
async function leaveTeam({ writer }: Parts, member: string, person: StaffMember): Promise<void> {
  await changeFile(writer, 'settings/offices.json', authorOf(person), (present) => {
    if (!isRecord(present)) return undefined;
    const offices = listOf(present.offices).map((office) => {
      const { agents, ...rest } = recordOf(office);
      return agents ? { ...rest, agents: listOf(agents).filter((one) => one !== member) } : office;
    });
    return { ...present, offices };
  });
  await changeFile(writer, `category/team/${member}.json`, authorOf(person), (present) => (present ? null : undefined));
}
