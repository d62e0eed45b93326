import { preferencesOf } from '../preferences.ts';
import type { ActionContext, Outcome, StudioAction } from './studio-action.view.ts';

const HERE = '/studio/account/';

/** What somebody does at their own account. */
export const ACCOUNT_ACTIONS = {
  async 'account-profile'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    const wrong = await studio.account.profile(person, { name: fields('name', 200), language: fields('language', 5) });
    return wrong ? { to: HERE, wrong } : { to: HERE, done: 'saved' };
  },
  async 'account-preferences'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    const given = { keys: fields('keys', 10), undoSeconds: Number(fields('seconds', 5)) };
    await studio.account.preferences(person, preferencesOf(given));
    return { to: HERE, done: 'saved' };
  },
  async 'account-password'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    const [current, password, repeated] = ['current', 'password', 'repeated'].map((name) => fields(name, 2000));
    const given = { current: current ?? '', password: password ?? '', repeated: repeated ?? '' };
    const wrong = await studio.account.password(person, given);
    return wrong ? { to: HERE, wrong } : { to: HERE, done: 'password' };
  },
  async 'account-codes'({ studio, person }: ActionContext): Promise<Outcome> {
    const codes = await studio.account.renewCodes(person);
    return codes ? { view: { kind: 'codes', codes, next: HERE } } : { to: '/studio/factor/' };
  },
  async 'session-end'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    await studio.staff.endSession(person, fields('session', 60));
    return { to: HERE, done: 'saved' };
  },
  async 'passkey-remove'({ studio, person, fields }: ActionContext): Promise<Outcome> {
    const isRemoved = await studio.staff.passkeys.remove(person, fields('id', 1400));
    return { to: HERE, ...(isRemoved ? { done: 'saved' } : { wrong: 'last-factor' }) };
  },
} satisfies Record<string, StudioAction>;
