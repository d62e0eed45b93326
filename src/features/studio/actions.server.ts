import { passkeyResponse } from '../../platform/accounts/passkeys.server.ts';
import {
  contextOf,
  type EndpointContext,
  notFound,
  problemResponse,
  seeOther,
} from '../../platform/http/endpoint.server.ts';
import { OFFER_ACTIONS } from '../bid/studio/offer-actions.server.ts';
import { DOCUMENT_ACTIONS, PHOTO_ACTIONS } from '../editing/photos/actions.server.ts';
import {
  CONTENT_ACTIONS,
  LABEL_ACTIONS,
  REPLACE_ACTIONS,
  TRANSLATION_ACTIONS,
} from '../editing/studio/actions.server.ts';
import { goneWords, typedTexts } from '../editing/studio/texts.server.ts';
import { IMPORT_ACTIONS } from '../import/studio/import-actions.server.ts';
import { EXPORT_ACTIONS, LEAD_ACTIONS, PEOPLE_ACTIONS, PERSON_ACTIONS } from '../lead/studio/actions.server.ts';
import { PUBLISH_ACTIONS } from '../publishing/publish-actions.server.ts';
import { type Reach, reachOf, STUDIO_ACTIONS, type StudioActionName } from '../staff/rights.ts';
import { isStaffError, type StaffMember } from '../staff/staff.server.ts';
import { ACCOUNT_ACTIONS, LOGIN_ACTIONS } from '../staff/studio/actions.server.ts';
import { backOf, readStudioBody, speak } from '../staff/studio/enter-studio.server.ts';
import type { ActionContext, Outcome, StudioAction, StudioView } from '../staff/studio/studio-action.view.ts';
import type { StudioDone, StudioWrong } from '../staff/studio-messages.ts';
import { AGENDA_ACTIONS } from '../viewing/studio/agenda-actions.server.ts';

const all = {
  ...LEAD_ACTIONS,
  ...OFFER_ACTIONS,
  ...AGENDA_ACTIONS,
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

/** Handles `POST /studio/do/{action}`: a redirect to the page that follows, or a page that is shown at once. */
export async function studioPost(name: string, request: Request, locals: App.Locals): Promise<Response | StudioView> {
  const context = contextOf(locals, request);
  if (!context || request.method !== 'POST') return notFound();
  const { body, incoming } = await readStudioBody(name, request, locals);
  if (body instanceof Response) return body;
  const fields = fieldsOf(body.raw);
  const { services, site } = context;
  if (Object.hasOwn(LOGIN_ACTIONS, name)) {
    const staff = locals.staff ?? null;
    if (staff) speak(locals, staff.language, site.languages);
    return finished(await LOGIN_ACTIONS[name as keyof typeof LOGIN_ACTIONS]({ ...context, fields, staff }), {
      isJson: body.json,
      t: locals.t,
    });
  }
  if (!Object.hasOwn(ACTIONS, name)) return notFound();
  const action = name as StudioActionName;
  const person = locals.staff;
  // What was typed is given back: a session can end while somebody writes.
  if (!person || !services.studio.staff.isIn(person)) {
    if (body.json) return problemResponse('credentials');
    return { kind: 'login', next: backOf(request), lost: typedTexts(body.raw) };
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
  const actionContext: ActionContext = {
    ...{ ...context, incoming, person, reach, fields, studio: services.studio },
    ...{ raw: body.raw, isJson: body.json },
    all: (field) => [body.raw[field] ?? []].flat().filter((value) => typeof value === 'string'),
    uploads: body.files ?? new Map(),
  };
  try {
    const { audit } = services.studio;
    const viewingId = action.startsWith('viewing-') ? fields('viewing', 60) : '';
    const before = await audit.viewingFacts(viewingId);
    const outcome = await ACTIONS[action](actionContext);
    await audit.recordViewing(action, viewingId, before, person);
    return finished(goneView(outcome, body), { isJson: body.json, t: locals.t });
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

/** What is gone loses no text: a form that was filled in gives it back. */
function goneView(outcome: Outcome, { raw, json }: { raw: Readonly<Record<string, unknown>>; json: boolean }): Outcome {
  const lost = typedTexts(raw);
  const isGone = outcome instanceof Response && outcome.status === 404 && !json && lost !== '';
  return isGone ? { view: { kind: 'gone', holder: null, lost } } : outcome;
}

/** The response to an outcome; programs in the page get JSON. */
function finished(outcome: Outcome, { isJson, t }: { isJson: boolean; t: App.Locals['t'] }): Response | StudioView {
  if (outcome instanceof Response) return outcome;
  if ('view' in outcome) {
    if (!isJson || outcome.view.kind !== 'gone') return outcome.view;
    return Response.json({ ok: false, said: goneWords(outcome.view.holder, t) }, { status: 404, headers: NO_STORE });
  }
  if (isJson) return Response.json({ ok: !outcome.wrong, ...outcome }, { headers: NO_STORE });
  const { to, cookies = [], ...codes } = outcome;
  return seeOther(withCodes(to, codes), cookies);
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
