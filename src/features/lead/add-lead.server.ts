import type { Ctx } from '../../content/site/ctx.server.ts';
import type { Language } from '../../i18n/languages.ts';
import { isEmailAddress } from '../../platform/text/contact-details.ts';
import { isWithin, reachOf } from '../staff/rights.ts';
import type { StaffMember } from '../staff/staff.server.ts';
import { listStaff } from '../staff/staff-accounts.server.ts';
import { contactMe, siteContact } from './forms.ts';
import { listWork, searchTerms } from './lead-list.server.ts';
import type { HandSource } from './lead-source.ts';
import { officeOfLead } from './lead-subject.server.ts';
import { auditLead, setWork, storeHandled } from './lead-work.server.ts';
import { leadMails } from './mails.server.ts';
import { storeLead } from './store-lead.server.ts';

/** A request that somebody at the agency writes down, such as a telephone call. */
export interface HandLead {
  source: HandSource;
  name: string;
  phone: string;
  email: string;
  text: string;
  propertyId: string;
  language: Language;
  /** Who gets it: the ID of a member of staff; null for nobody. */
  assignee: string | null;
  isHandled: boolean;
  /** Whether the visitor gets the mail that a form sends. */
  tellsVisitor: boolean;
  /** Of a page that is posted twice, the second is the same lead. */
  key: string;
}

/** What stands for the version of the consent text, which nobody was shown. */
const NO_CONSENT = 'by-hand';

/** Why a request cannot be stored: nothing says who asks, an address is none, or the assignee may not get it. */
export type HandProblem = 'who' | 'email' | 'person';

/** The members of staff to whom leads can be given. */
export async function assignees(ctx: Pick<Ctx, 'database'>) {
  const staff = await listStaff(ctx);
  return staff.filter(({ disabled_at, role }) => disabled_at === null && reachOf(role, 'leads.reply') !== null);
}

/** What is wrong with a request that was written down; null for nothing. */
export async function handProblem(
  ctx: Pick<Ctx, 'database'>,
  { name, phone, email, assignee }: HandLead,
  person: StaffMember,
): Promise<HandProblem | null> {
  if (!name && !phone && !email) return 'who';
  if (email && !isEmailAddress(email)) return 'email';
  if (assignee === null) return null;
  const isKnown = (await assignees(ctx)).some(({ id }) => id === assignee);
  return isKnown && isWithin(reachOf(person.role, 'leads.add'), person.id, assignee) ? null : 'person';
}

const MOST_SIMILAR = 5;

/** References of open leads with the same email address or telephone number that this person may see. */
export async function similar(
  { database }: Pick<Ctx, 'database'>,
  { email, phone }: HandLead,
  person: StaffMember,
): Promise<string[]> {
  const reach = reachOf(person.role, 'leads.read');
  const filter = { state: 'open', limit: MOST_SIMILAR, ...(reach !== 'all' && { openTo: person.id }) } as const;
  // A few digits stand in many leads.
  const number = searchTerms(phone).some(({ digits }) => digits) ? phone : '';
  const found = await Promise.all(
    [email, number].filter(Boolean).map((text) => listWork(database, { ...filter, text })),
  );
  return [...new Set(found.flat().map(({ reference }) => reference))];
}

/**
 * Stores a request that came by telephone, at the counter or from a portal as a lead like any other, given to its
 * assignee, and returns its reference. The visitor gets a mail only where that is asked for.
 */
export async function add(
  ctx: Pick<Ctx, 'database' | 'recordEvent' | 'secret' | 'site' | 'siteUrl' | 'wakeOutbox'>,
  lead: HandLead,
  person: StaffMember,
): Promise<string> {
  const { database, site } = ctx;
  const listing = lead.propertyId ? site.listing(Number(lead.propertyId)) : null;
  // The form that a visitor would have sent.
  const form = listing ? contactMe : siteContact;
  const values = {
    ...(lead.name && { lastName: lead.name }),
    ...(lead.phone && { phone: lead.phone }),
    ...(lead.email && { email: lead.email }),
    ...(lead.text && { message: lead.text }),
  };
  const { reference } = await storeLead(database, {
    form: form.name,
    token: lead.key,
    values,
    language: lead.language,
    page: '',
    propertyId: listing ? lead.propertyId : undefined,
    source: lead.source,
    consentVersion: NO_CONSENT,
    email: lead.email || undefined,
    async within(transaction, { id, reference: code }) {
      const now = new Date().toISOString();
      await setWork(transaction, id, {
        ...(lead.assignee && { assigned_to: lead.assignee }),
        ...(lead.isHandled && { responded_at: now }),
      });
      if (lead.isHandled) await storeHandled(transaction, id, person, now);
      await auditLead(transaction, id, person, { action: 'lead-add', after: { source: lead.source } });
      await ctx.recordEvent(transaction, { type: 'lead.created', id });
      const office = officeOfLead({ listing, project: null, ids: {} }, values, site);
      const mailed = {
        form,
        reference: code,
        values,
        listing,
        office,
        language: lead.language,
        project: null,
        seekers: null,
        agencyActions: { links: [] },
        visitorLinks: [],
        visitorNotes: [],
      };
      const receipt = lead.tellsVisitor ? leadMails(mailed, ctx).receipt() : null;
      return receipt ? [receipt] : [];
    },
  });
  ctx.wakeOutbox();
  return reference;
}
