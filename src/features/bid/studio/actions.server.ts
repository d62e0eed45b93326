import { notFound, textField } from '../../../platform/http/action.server.ts';
import { reachOf } from '../../staff/rights.ts';
import { type ActionContext, posted, type StudioAction } from '../../staff/studio/studio-action.view.ts';
import { decisionSchema } from '../decision.ts';

const decisionFields = {
  reference: textField(20),
  do: textField(20),
  amount: textField(20),
  until: textField(10),
  reason: textField(500),
};

/** What is done with bids. */
export const BID_ACTIONS = {
  'offer-decide': posted(decisionFields, async ({ reference, ...typed }, context: ActionContext) => {
    const { studio, person, reach } = context;
    const sight = reachOf(person.role, 'leads.read') ?? 'own';
    const lead = await studio.leads.find(reference, person, sight);
    if (!lead || !(await studio.bids.mayDecide(lead, person, reach))) return notFound();
    const to = `/studio/leads/${lead.reference}/`;
    const read = decisionSchema.safeParse(typed);
    // What was typed comes back with the message.
    const again = `${to}?${new URLSearchParams(typed)}`;
    if (!read.success) return { to: again, wrong: 'offer-amount' };
    const result = await studio.bids.decide(lead, read.data, typed.reason, person);
    return result.ok ? { to, done: 'offer-decided' } : { to: again, wrong: `offer-${result.problem}` };
  }),
  'offer-undo': posted({ reference: textField(20) }, async ({ reference }, context: ActionContext) => {
    const { studio, person, reach } = context;
    const lead = await studio.leads.find(reference, person, reachOf(person.role, 'leads.read') ?? 'own');
    if (!lead || !(await studio.bids.mayDecide(lead, person, reach))) return notFound();
    const to = `/studio/leads/${lead.reference}/`;
    return (await studio.bids.undo(lead, person)) ? { to, done: 'offer-restored' } : { to, wrong: 'left' };
  }),
} satisfies Record<string, StudioAction>;
