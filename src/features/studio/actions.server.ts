import * as z from 'zod';
import { parseDate } from '../../i18n/format.ts';
import { passkeyResponse } from '../../platform/accounts/passkeys.server.ts';
import {
  type Action,
  notFound,
  type RequestContext,
  type Outcome as RequestOutcome,
  textField,
} from '../../platform/http/action.server.ts';
import { BID_ACTIONS } from '../bid/studio/actions.server.ts';
import { DOCUMENT_ACTIONS, PHOTO_ACTIONS } from '../editing/photos/actions.server.ts';
import {
  CONTENT_ACTIONS,
  LABEL_ACTIONS,
  REPLACE_ACTIONS,
  TRANSLATION_ACTIONS,
} from '../editing/studio/actions.server.ts';
import { goneWords, typedTexts } from '../editing/studio/texts.server.ts';
import { IMPORT_ACTIONS } from '../import/studio/actions.server.ts';
import { EXPORT_ACTIONS, LEAD_ACTIONS, PEOPLE_ACTIONS, PERSON_ACTIONS } from '../lead/studio/actions.server.ts';
import { OWNER_ACTIONS } from '../owner/studio/actions.server.ts';
import { PUBLISH_ACTIONS } from '../publishing/actions.server.ts';
import { type Reach, reachOf, STUDIO_ACTIONS, type StudioActionName } from '../staff/rights.ts';
import { isStaffError, type StaffMember } from '../staff/staff.server.ts';
import { ACCOUNT_ACTIONS, LOGIN_ACTIONS } from '../staff/studio/actions.server.ts';
import { backOf, bodyOfAction, speak, unreadBody } from '../staff/studio/enter-studio.server.ts';
import {
  type ActionContext,
  type Outcome,
  posted,
  type StudioAction,
  type StudioView,
} from '../staff/studio/studio-action.view.ts';
import type { StudioDone, StudioWrong } from '../staff/studio-messages.ts';
import { AGENDA_ACTIONS } from '../viewing/studio/actions.server.ts';

const handOver = {
  of: textField(60),
  to: textField(60),
  leads: textField(1),
  viewings: textField(1),
  properties: textField(1),
  tell: textField(1),
  team: textField(1),
  after: textField(10),
  until: textField(10),
};

/** What is done with everything that is somebody's. */
const HAND_OVER_ACTIONS = {
  'staff-hand-over': posted(handOver, async (input, { studio, person }: ActionContext) => {
    const here = `/studio/hand-over/?of=${encodeURIComponent(input.of)}`;
    const after = (['stays', 'away', 'leaves'] as const).find((one) => one === input.after) ?? 'stays';
    if (after === 'away' && !parseDate(input.until)) return { to: here, wrong: 'choose' };
    const wanted = {
      to: input.to || null,
      leads: input.leads !== '',
      viewings: input.viewings !== '',
      properties: input.properties !== '',
      teamPage: input.team !== '',
      tellsVisitors: input.tell !== '',
      after,
      until: input.until,
    };
    const done = await studio.handOver.handOver(input.of, wanted, person);
    if (!done) return { to: here, wrong: 'hand-over' };
    return done.left > 0 ? { to: here, wrong: 'hand-over-left' } : { to: '/studio/staff/', done: 'handed-over' };
  }),
} satisfies Record<string, StudioAction>;

const all = {
  ...HAND_OVER_ACTIONS,
  ...LEAD_ACTIONS,
  ...BID_ACTIONS,
  ...AGENDA_ACTIONS,
  ...OWNER_ACTIONS,
  ...PEOPLE_ACTIONS,
  ...PERSON_ACTIONS,
  ...EXPORT_ACTIONS,
  ...ACCOUNT_ACTIONS,
  ...CONTENT_ACTIONS,
  ...TRANSLATION_ACTIONS,
  ...LABEL_ACTIONS,
  ...REPLACE_ACTIONS,
  ...PUBLISH_ACTIONS,
  ...PHOTO_ACTIONS,
  ...DOCUMENT_ACTIONS,
  ...IMPORT_ACTIONS,
};

/** Every action of the studio by its name. An action without a row in the table of rights is an error of types. */
const ACTIONS: Readonly<Record<StudioActionName, StudioAction>> &
  Record<Exclude<keyof typeof all, StudioActionName>, never> = all;

const NO_STORE = { 'Cache-Control': 'no-store' };

type StudioOutcome = RequestOutcome<StudioView>;

const input = z.looseObject({ action: z.string(), viewing: textField(60) });
const factorSchema = z.object({ code: textField(30), passkey: textField(20_000) });

/** Who acts: a member of staff with a right, or somebody at a step of the login. */
type Entered =
  | { step: keyof typeof LOGIN_ACTIONS; staff: StaffMember | null }
  | { action: StudioActionName; person: StaffMember; reach: Reach };

/** `POST /studio/do/{action}`: a redirect to the page that follows, or a page that is shown at once. */
export const studioAction: Action<typeof input, Entered, StudioView> = {
  input,
  admit: async ({ request }) => (request.method === 'POST' ? null : notFound()),
  body: (context) => bodyOfAction(context.params.action ?? '', context),
  unread: (problem, context) => unreadBody(problem, context.params.action ?? '', context),
  authorise: ({ action: name }, context) => enter(name, context),
  async run({ viewing }, context): Promise<StudioOutcome> {
    const { authorised: entered } = context;
    if ('step' in entered)
      return finished(await LOGIN_ACTIONS[entered.step]({ ...context, staff: entered.staff }), context);
    const { action, person, reach } = entered;
    const { studio } = context.services;
    const viewingId = action.startsWith('viewing-') ? viewing : '';
    try {
      const record = viewingId && (await studio.audit.watchViewing({ action, viewingId, person }));
      const outcome = await ACTIONS[action]({ ...context, person, reach, studio });
      if (record) await record();
      return finished(goneView(outcome, context), context);
    } catch (error) {
      if (isStaffError(error)) {
        // What was typed comes back with the message.
        const typed = z.record(z.string(), z.string()).safeParse(context.body.raw).data ?? {};
        return { view: { kind: 'staff', wrong: error.problem, typed } };
      }
      throw error;
    }
  },
};

/** Admits somebody to an action: by the table of rights, and with a fresh second factor where it is asked for. */
async function enter(name: string, context: RequestContext): Promise<{ right: Entered } | { refused: StudioOutcome }> {
  const { request, services, site, body, locals } = context;
  const person = locals.staff ?? null;
  if (person) speak(locals, person.language, site.languages);
  if (Object.hasOwn(LOGIN_ACTIONS, name)) return { right: { step: name as keyof typeof LOGIN_ACTIONS, staff: person } };
  if (!Object.hasOwn(ACTIONS, name)) return { refused: notFound() };
  const action = name as StudioActionName;
  const refusedFor = (view: StudioView) => ({
    refused: body.json ? ({ problem: 'credentials' } as const) : { view },
  });
  // What was typed is given back: a session can end while somebody writes.
  if (!person || !services.studio.staff.isIn(person))
    return refusedFor({ kind: 'login', next: backOf(request), lost: typedTexts(body.raw) });
  const route = STUDIO_ACTIONS[action];
  const reach: Reach | null = reachOf(person.role, route.right);
  if (!reach) {
    services.events.studioRefused(person.id, action);
    return { refused: notFound() };
  }
  const right = { action, person, reach };
  if (!('fresh' in route) || services.studio.staff.isFresh(person)) return { right };
  if (body.json) return { refused: { problem: 'credentials' } };
  const shown = await showFreshFactor(context, person);
  if (shown.ok) return { right };
  // The form is sent again together with the code, so that nothing has to be typed again.
  const again = { action, fields: textFieldsOf(body.raw) };
  return { refused: { view: { kind: 'factor', next: backOf(request), wrong: shown.problem, again } } };
}

/** The second factor that is posted together with an action; without one, `problem` is null. */
async function showFreshFactor(
  { services, ipAddress, request, body }: RequestContext,
  person: StaffMember,
): Promise<{ ok: true } | { ok: false; problem: StudioWrong | null }> {
  const { code, passkey } = factorSchema.parse(body.raw);
  const login = services.studio.staff;
  if (passkey) return login.logInWithPasskey(passkeyResponse(passkey), person, { ipAddress, headers: request.headers });
  return code ? login.showFactor(person, code) : { ok: false, problem: null };
}

/** The posted fields without the second factor. */
const textFieldsOf = ({ code: _code, passkey: _passkey, ...others }: Readonly<Record<string, unknown>>) =>
  z.record(z.string(), textField()).parse(others);

/** What is gone loses no text: a form that was filled in gives it back. */
function goneView(outcome: Outcome, { body }: RequestContext): Outcome {
  const lost = typedTexts(body.raw);
  const isGone = outcome instanceof Response && outcome.status === 404 && !body.json && lost !== '';
  return isGone ? { view: { kind: 'gone', holder: null, lost } } : outcome;
}

/** What an action leads to; programs in the page get JSON. */
function finished(outcome: Outcome, { body, locals }: RequestContext): StudioOutcome {
  if (outcome instanceof Response) return outcome;
  if ('view' in outcome) {
    if (!body.json || outcome.view.kind !== 'gone') return outcome;
    const said = goneWords(outcome.view.holder, locals.t);
    return Response.json({ ok: false, said }, { status: 404, headers: NO_STORE });
  }
  const { to, cookies, ...codes } = outcome;
  return { to: withCodes(to, codes), cookies, json: { ok: !outcome.wrong, to, ...codes } };
}

function withCodes(to: string, { done, wrong }: { done?: StudioDone; wrong?: StudioWrong }): string {
  const [address = '', place] = to.split('#');
  const [path = '', query = ''] = address.split('?');
  const all = new URLSearchParams(query);
  for (const name of ['done', 'wrong']) all.delete(name);
  if (done) all.set('done', done);
  if (wrong) all.set('wrong', wrong);
  return `${path}${all.size > 0 ? `?${all}` : ''}${place === undefined ? '' : `#${place}`}`;
}
