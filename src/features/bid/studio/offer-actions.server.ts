import { notFound } from '../../../platform/http/action.server.ts';
import { reachOf } from '../../staff/rights.ts';
import type { ActionContext, Outcome, StudioAction } from '../../staff/studio/studio-action.view.ts';
import { decisionSchema } from '../offer-decision.ts';

const MOST_REASON = 500;

/** What is done with offers. */
export const OFFER_ACTIONS = {
  async 'offer-decide'(context: ActionContext): Promise<Outcome> {
    const { studio, person, reach, fields } = context;
    const sight = reachOf(person.role, 'leads.read') ?? 'own';
    const lead = await studio.leads.find(fields('reference', 20), person, sight);
    if (!lead || !(await studio.offers.mayDecide(lead, person, reach))) return notFound();
    const to = `/studio/leads/${lead.reference}/`;
    const read = decisionSchema.safeParse({
      do: fields('do', 20),
      amount: fields('amount', 20),
      until: fields('until', 10),
    });
    // What was typed comes back with the message.
    const typed = new URLSearchParams(
      ['do', 'amount', 'until', 'reason'].map((name) => [name, fields(name, MOST_REASON)]),
    );
    if (!read.success) return { to: `${to}?${typed}`, wrong: 'offer-amount' };
    const result = await studio.offers.decide(lead, read.data, fields('reason', MOST_REASON), person);
    return result.ok ? { to, done: 'offer-decided' } : { to: `${to}?${typed}`, wrong: `offer-${result.problem}` };
  },
} satisfies Record<string, StudioAction>;
