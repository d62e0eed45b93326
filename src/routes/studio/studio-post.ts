import { type Reach, reachOf, STUDIO_ACTIONS, type StudioActionName } from '../../domain/staff/roles.ts';
import type { StudioDone, StudioWrong } from '../../domain/staff/studio-messages.ts';
import { passkeyResponse } from '../../server/platform/accounts/passkeys.ts';
import { readBody } from '../../server/platform/http/request-body.ts';
import { isStaffError, type StaffMember } from '../../server/services/staff/staff.ts';
import { contextOf, type EndpointContext, notFound, problemResponse, seeOther } from '../endpoint.ts';
import { ACCOUNT_ACTIONS } from './account-actions.ts';
import { AGENDA_ACTIONS } from './agenda-actions.ts';
import { nextPath, speak } from './enter-studio.ts';
import { EXPORT_ACTIONS } from './export-actions.ts';
import { LEAD_ACTIONS } from './lead-actions.ts';
import { LOGIN_ACTIONS } from './login-actions.ts';
import { PEOPLE_ACTIONS } from './people-actions.ts';
import { PERSON_ACTIONS } from './person-actions.ts';
import { PUBLISH_ACTIONS } from './publish-actions.ts';
import type { ActionContext, Outcome, StudioAction, StudioView } from './studio-action.ts';

const ACTIONS: Readonly<Record<StudioActionName, StudioAction>> = {
  ...LEAD_ACTIONS,
  ...AGENDA_ACTIONS,
  ...PEOPLE_ACTIONS,
  ...PERSON_ACTIONS,
  ...EXPORT_ACTIONS,
  ...PUBLISH_ACTIONS,
  ...ACCOUNT_ACTIONS,
};

/** Handles `POST /studio/do/{action}`: a redirect to the page that follows, or a page that is shown at once. */
export async function studioPost(name: string, request: Request, locals: App.Locals): Promise<Response | StudioView> {
  const context = contextOf(locals, request);
  if (!context || request.method !== 'POST') return notFound();
  const body = await readBody(request);
  if (!body.ok) return problemResponse(body.problem);
  const fields = fieldsOf(body.raw);
  const { services, site } = context;
  if (Object.hasOwn(LOGIN_ACTIONS, name)) {
    const staff = locals.staff ?? null;
    if (staff) speak(locals, staff.language, site.languages);
    return finished(await LOGIN_ACTIONS[name as keyof typeof LOGIN_ACTIONS]({ ...context, fields, staff }), body.json);
  }
  if (!Object.hasOwn(ACTIONS, name)) return notFound();
  const action = name as StudioActionName;
  const person = locals.staff;
  // What was typed is given back: a session can end while somebody writes.
  if (!person || !services.studio.staff.isIn(person)) {
    if (body.json) return problemResponse('credentials');
    return { kind: 'login', next: backOf(request), lost: fields('text') || fields('comment') };
  }
  speak(locals, person.language, site.languages);
  const route = STUDIO_ACTIONS[action];
  const reach: Reach | null = reachOf(person.role, route.right);
  if (!reach) {
    services.events.studioRefused(person.id, action);
    return notFound();
  }
  if ('fresh' in route && !services.studio.staff.isFresh(person)) {
    if (body.json) return problemResponse('credentials');
    const shown = await showFreshFactor(context, person, fields);
    // The form is sent again together with the code, so that nothing has to be typed again.
    if (!shown.ok) {
      const again = { action, fields: textFieldsOf(body.raw) };
      return { kind: 'factor', next: backOf(request), wrong: shown.problem, again };
    }
  }
  const actionContext: ActionContext = { ...context, person, reach, fields, studio: services.studio };
  try {
    const act = () => ACTIONS[action](actionContext);
    const outcome = action.startsWith('viewing-')
      ? await services.studio.audit.viewing(action, fields('viewing', 60), person, act)
      : await act();
    return finished(outcome, body.json);
  } catch (error) {
    if (isStaffError(error)) return { kind: 'staff', wrong: error.problem };
    throw error;
  }
}

/** A function that returns a field as text; of a field that is given twice the first one. */
function fieldsOf(raw: Readonly<Record<string, unknown>>): ActionContext['fields'] {
  return (name, most = 10_000) => {
    const value = Array.isArray(raw[name]) ? raw[name][0] : raw[name];
    return typeof value === 'string' ? value.replaceAll('\0', '').slice(0, most) : '';
  };
}

/** The second factor that is posted together with an action; without one, `problem` is null. */
async function showFreshFactor(
  { services, ipAddress, request }: EndpointContext,
  person: StaffMember,
  fields: ActionContext['fields'],
): Promise<{ ok: true } | { ok: false; problem: StudioWrong | null }> {
  const [code, passkey] = [fields('code', 30), fields('passkey', 20_000)];
  const login = services.studio.staff;
  if (passkey) return login.logInWithPasskey(passkeyResponse(passkey), person, { ipAddress, headers: request.headers });
  return code ? login.showFactor(person, code) : { ok: false, problem: null };
}

/** The posted fields without the second factor. */
const textFieldsOf = (raw: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(raw)
      .filter(([name]) => name !== 'code' && name !== 'passkey')
      .map(([name]) => [name, fieldsOf(raw)(name)]),
  );

/** The page from which a form was sent. */
function backOf(request: Request): string {
  const referer = request.headers.get('referer') ?? '';
  return URL.canParse(referer) ? nextPath(new URL(referer).pathname + new URL(referer).search) : '/studio/';
}

/** The response to an outcome; programs in the page get JSON. */
function finished(outcome: Outcome, isJson: boolean): Response | StudioView {
  if (outcome instanceof Response) return outcome;
  if ('view' in outcome) return outcome.view;
  if (isJson) return Response.json({ ok: !outcome.wrong, ...outcome }, { headers: { 'Cache-Control': 'no-store' } });
  const { to, cookies = [], ...codes } = outcome;
  return seeOther(withCodes(to, codes), cookies);
}

function withCodes(to: string, { done, wrong }: { done?: StudioDone; wrong?: StudioWrong }): string {
  const [path = '', query = ''] = to.split('?');
  const all = new URLSearchParams(query);
  for (const name of ['done', 'wrong']) all.delete(name);
  if (done) all.set('done', done);
  if (wrong) all.set('wrong', wrong);
  return all.size > 0 ? `${path}?${all}` : path;
}
