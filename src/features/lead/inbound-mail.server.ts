import type { Ctx } from '../../content/site/ctx.server.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { isStorageProblem } from '../../platform/database/storage-problem.ts';
import { errorMessage } from '../../platform/log/error-facts.ts';
import { type MailboxPlace, readMailbox } from '../../platform/mail/mailbox.server.ts';
import { type ReceivedMail, readMail } from '../../platform/mail/received-mail.server.ts';
import { safeFileName } from '../../platform/media/received-document.server.ts';
import { enqueue } from '../../platform/outbox/mail-queue.server.ts';
import { limit } from '../../platform/rate-limit/rate-limit.server.ts';
import { isExpected } from '../../platform/signing/signature.server.ts';
import { isEmailAddress, normalisedEmailAddress } from '../../platform/text/contact-details.ts';
import { recordOf } from '../../platform/values/values.ts';
import { agencyAddress, agencyMail } from '../agency/agency-mail.server.ts';
import { readLeadAddress } from './lead-address.server.ts';
import { type Received, receiveMail } from './receive-mail.server.ts';
import { useOnce } from './robot-check.server.ts';

type Parts = Parameters<typeof receiveMail>[0] & Pick<Ctx, 'events' | 'log'>;

/** Where in `keys` it stands how far the mailbox was read, and since when it cannot be read. */
const [PLACE, FAILURE] = ['reply-mailbox', 'reply-mailbox-failure'];

const keptValue = async ({ database }: Pick<Ctx, 'database'>, name: string): Promise<string | null> =>
  (await database.db.selectFrom('keys').select('value').where('name', '=', name).executeTakeFirst())?.value ?? null;

async function keep({ database }: Pick<Ctx, 'database'>, name: string, value: string): Promise<void> {
  await database.db
    .insertInto('keys')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

function placeIn(value: string | null): MailboxPlace | null {
  const [validity = '', uid = ''] = (value ?? '').split(' ');
  return uid ? { validity, uid: Number(uid) } : null;
}

/** Since when the mailbox of the replies cannot be read, and why; null while it can. */
export async function mailboxFailure(ctx: Pick<Ctx, 'database'>): Promise<{ since: string; why: string } | null> {
  const value = await keptValue(ctx, FAILURE);
  const [since = '', ...why] = (value ?? '').split(' ');
  return since ? { since, why: why.join(' ') } : null;
}

/** Whether a mail may belong to a lead: it is addressed to one, responds to a mail, or reports that one failed. */
function mayBeOfLead(ctx: Parts, { recipients, references, from }: ReceivedMail): boolean {
  return (
    recipients.some((address) => readLeadAddress(ctx, address)) ||
    references.length > 0 ||
    /^(?:mailer-daemon|postmaster)@/.test(from.address)
  );
}

/**
 * Reads what came to the mailbox of the settings since the last time. Mails that belong to no lead stay there as they
 * are, for who reads the mailbox. A failure is kept until the mailbox can be read again.
 */
export async function readReplies(ctx: Parts): Promise<void> {
  const url = ctx.settings.replies?.mailbox;
  if (!url) return;
  const take = async (mail: ReceivedMail) => {
    const became = await receiveMail(ctx, mail);
    if (became === 'too-many') ctx.log.warn({}, 'a lead has got too many mails today: they stay in the mailbox');
  };
  try {
    await readMailbox(url, {
      from: placeIn(await keptValue(ctx, PLACE)),
      async wants(headers) {
        const mail = await readable(headers);
        return mail !== null && mayBeOfLead(ctx, mail);
      },
      async take(bytes) {
        const mail = await readable(bytes);
        if (mail) await take(mail);
        else ctx.log.warn({}, 'a mail cannot be read: it stays in the mailbox');
      },
      async refuse(headers) {
        const mail = await readable(headers);
        if (mail) await take({ ...mail, isCut: true });
      },
      reached: ({ validity, uid }) => keep(ctx, PLACE, `${validity} ${uid}`),
    });
    await ctx.database.db.deleteFrom('keys').where('name', '=', FAILURE).execute();
  } catch (error) {
    if (isStorageProblem(error)) throw error;
    const known = await mailboxFailure(ctx);
    await keep(ctx, FAILURE, `${known?.since ?? new Date().toISOString()} ${errorMessage(error).slice(0, 200)}`);
  }
}

/** A mail in its parts; null when they cannot be read. */
const readable = (bytes: Uint8Array): Promise<ReceivedMail | null> => readMail(bytes).catch(() => null);

/** Fields in which mail services post a whole mail, and those in which they name where it went. */
const MAIL_FIELDS = ['body-mime', 'email', 'RawEmail', 'raw', 'message'];
const RECIPIENT_FIELDS = ['recipient', 'OriginalRecipient', 'envelope', 'to'];

/** The addresses in a field, which may be JSON or a list. */
const addressesIn = (field: string): string[] => field.split(/[\s"'<>,;[\]{}]+/).filter((word) => word.includes('@'));

/** The mail in what a mail service posts, alone or in a field of a form or of JSON; null when there is none. */
async function postedMail(bytes: Uint8Array, type: string): Promise<ReceivedMail | null> {
  const fieldOf = await fieldsIn(bytes, type);
  if (!fieldOf) return readable(bytes);
  const raw = MAIL_FIELDS.map(fieldOf).find((text) => text !== '') ?? '';
  const mail = await readable(Buffer.from(raw));
  const named = RECIPIENT_FIELDS.flatMap((name) => addressesIn(fieldOf(name)));
  return mail && { ...mail, recipients: [...mail.recipients, ...named.map(normalisedEmailAddress)] };
}

/** The texts of the fields of a posted form or of JSON; null when a body is neither. */
async function fieldsIn(bytes: Uint8Array, type: string): Promise<((name: string) => string) | null> {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  if (/^application\/json/i.test(type)) {
    const posted = recordOf(jsonIn(bytes));
    return (name) => textOf(posted[name]);
  }
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)/i.test(type)) return null;
  const body = new Response(Buffer.from(bytes), { headers: { 'Content-Type': type } });
  const form = await body.formData().catch(() => new FormData());
  return (name) => textOf(form.get(name));
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return null;
  }
}

/** Whether a mail service may post mails: its secret is set. */
export const takesMails = ({ settings }: Pick<Ctx, 'settings'>): boolean =>
  settings.replies?.webhookSecret !== undefined;

/** Whether a request has the secret as its password (RFC 7617) or token (RFC 6750); one without is logged. */
export function isMailService(ctx: Parts, authorization: string | null): boolean {
  const [, scheme = '', given = ''] = /^(basic|bearer) (.+)$/i.exec(authorization ?? '') ?? [];
  const text = scheme.toLowerCase() === 'basic' ? Buffer.from(given, 'base64').toString('utf8') : `:${given}`;
  const secret = ctx.settings.replies?.webhookSecret ?? '';
  return ctx.events.webhook(secret !== '' && isExpected(secret, text.slice(text.indexOf(':') + 1)));
}

/** How many mails without a lead are passed on in an hour. */
const UNKNOWN = { points: 60, seconds: 3600 };
const DAY_MS = 86_400_000;

/** Stores a mail that a mail service posted; one that belongs to no lead is passed on to the agency. */
export async function receivePosted(
  ctx: Parts,
  bytes: Uint8Array,
  type: string,
): Promise<Received | 'unreadable' | 'storage'> {
  const mail = await postedMail(bytes, type);
  if (!mail?.from.address) return 'unreadable';
  try {
    const became = await receiveMail(ctx, mail);
    return became === 'unknown' ? await passOn(ctx, mail) : became;
  } catch (error) {
    if (!isStorageProblem(error)) throw error;
    return 'storage';
  }
}

/** Mails the agency a mail that belongs to no lead: nobody else has it. */
async function passOn(ctx: Parts, mail: ReceivedMail): Promise<Received> {
  if (mail.isAutomatic) return 'unknown';
  if (!(await limit(ctx.database, 'unknown-mails', UNKNOWN)).ok) return 'too-many';
  const { site } = ctx;
  const language = site.defaultLanguage;
  const t = labelsIn(language);
  const names = mail.files.map(({ name }) => safeFileName(name)).join(', ');
  await ctx.database.transaction(async (db) => {
    if (!(await useOnce(db, `mail:${mail.id}`, Date.now() + DAY_MS))) return;
    const passed = agencyMail(site, {
      kind: 'mail-unknown',
      to: agencyAddress(site),
      ...(isEmailAddress(mail.from.address) && { replyTo: mail.from.address }),
      language,
      subject: t('MAIL_UNKNOWN_SUBJECT', { name: mail.from.name || mail.from.address }),
      paragraphs: [t('MAIL_UNKNOWN_INTRO'), ...mail.text.split(/\n{2,}/)],
      rows: [[t('MAIL_SUBJECT_ROW'), mail.subject], ...(names ? [[t('MAIL_FILES_LOST'), names] as const] : [])],
    });
    await enqueue(db, [passed]);
  });
  ctx.wakeOutbox();
  return 'unknown';
}
