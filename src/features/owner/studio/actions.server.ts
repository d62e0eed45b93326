import { textField } from '../../../platform/http/action.server.ts';
import { type ActionContext, type Outcome, posted, type StudioAction } from '../../staff/studio/studio-action.view.ts';
import { CONTACT_KINDS, OWNER_ROLES } from './mandate.ts';

const property = textField(12);
const email = textField(254).transform((text) => text.trim());
const pageOf = (id: string) => `/studio/mandate/?${new URLSearchParams({ property: id })}`;

const newOwner = {
  property,
  email,
  name: textField(100),
  language: textField(5),
  role: textField(20),
  invite: textField(1),
};
const newEntry = { property, kind: textField(20), day: textField(10), text: textField(4000), link: textField(500) };

const changedOwner = { property, email, newName: textField(100), newEmail: textField(254), language: textField(5) };

/** What is done with owners and their mandates. */
export const OWNER_ACTIONS = {
  'owner-invite': posted({ email, property: textField(12) }, async (input, context: ActionContext) => {
    const { studio, person, reach } = context;
    const to = input.property ? pageOf(input.property) : '/studio/owners/';
    const isInvited = await studio.people.invite(input.email, person, reach);
    return isInvited ? { to, done: 'invited' } : { to, wrong: 'unknown' };
  }),
  'owner-add': posted(
    newOwner,
    async ({ property: id, invite, ...typed }, context: ActionContext): Promise<Outcome> => {
      const role = OWNER_ROLES.find((one) => one === typed.role) ?? 'owner';
      const owner = { ...typed, name: typed.name.trim(), role, isInvited: invite !== '' };
      const result = await context.studio.mandates.addMandateOwner(id, owner, context.person);
      if (result === 'done') return { to: pageOf(id), done: invite ? 'invited' : 'added' };
      return { view: { kind: 'mandate', property: id, typed: { ...typed, invite }, wrong: result } };
    },
  ),
  'owner-change': posted(changedOwner, async (input, context: ActionContext) => {
    const { property: id, email: who, language, ...typed } = input;
    const code = context.site.languages.find((one) => one === language) ?? context.site.defaultLanguage;
    const details = { email: typed.newEmail, name: typed.newName, language: code };
    const result = await context.studio.mandates.changeMandateOwner(id, who, details, context.person);
    return result === 'done' ? { to: pageOf(id), done: 'saved' } : { to: pageOf(id), wrong: result };
  }),
  'owner-remove': posted(
    { property, email },
    async ({ property: id, email: who }, { studio, person }: ActionContext) =>
      (await studio.mandates.removeMandateOwner(id, who, person))
        ? { to: pageOf(id), done: 'saved' }
        : { to: pageOf(id), wrong: 'unknown' },
  ),
  'mandate-note': posted(newEntry, async ({ property: id, ...typed }, { studio, person }: ActionContext) => {
    const kind = CONTACT_KINDS.find((one) => one === typed.kind) ?? 'note';
    const entry = { ...typed, kind, text: typed.text.trim(), link: typed.link.trim() };
    const result = await studio.mandates.addMandateEntry(id, entry, person);
    if (result === 'done') return { to: pageOf(id), done: 'noted' };
    return { view: { kind: 'mandate', property: id, typed, wrong: result } };
  }),
  'mandate-note-remove': posted({ property, entry: textField(60) }, async (input, { studio, person }: ActionContext) =>
    (await studio.mandates.removeMandateEntry(input.property, input.entry, person))
      ? { to: pageOf(input.property), done: 'saved' }
      : { to: pageOf(input.property), wrong: 'unknown' },
  ),
} satisfies Record<string, StudioAction>;
