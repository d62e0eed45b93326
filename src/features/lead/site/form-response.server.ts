import { labelsIn } from '../../../i18n/labels.server.ts';
import { readBody } from '../../../platform/http/body.server.ts';
import { cookieOf } from '../../../platform/http/cookies.ts';
import { type EndpointContext, problemResponse, seeOther } from '../../../platform/http/endpoint.server.ts';
import { PROBLEMS } from '../../../platform/http/problems.ts';
import { ASKED_COOKIE } from '../../document/document-cookie.server.ts';
import type { FormDefinition, FormValues } from '../../form/form.ts';
import { formNamed } from '../forms.ts';
import { pageBefore } from '../lead-words.view.ts';
import { openForm } from './form-view.server.ts';

/** A form that was refused and is shown again with its values. */
export interface FormAgain {
  status: number;
  headers: Record<string, string>;
  language: string;
  view: {
    form: FormDefinition;
    property: string;
    project: string;
    page: string;
    search: string;
    values: FormValues;
    problems: Record<string, string>;
    notice: string | null;
  };
}

type Raw = Readonly<Record<string, unknown>>;

const NO_STORE = { 'Cache-Control': 'no-store' };
const text = (value: unknown) => (typeof value === 'string' ? value : '');

/**
 * The response at the URL of a form. A GET returns its token or redirects to its page; a POST redirects to the
 * thank-you page or returns the form again. The schema is that of the form, so values are parsed where the lead is
 * stored.
 */
export async function formResponse(name: string, context: EndpointContext): Promise<Response | FormAgain> {
  const { request, site, services, ipAddress } = context;
  const form = formNamed(name);
  if (!form) return problemResponse('unknown-form');
  if (request.method !== 'POST') return opened(form, context);
  const body = await readBody(request);
  if (!body.ok) return problemResponse(body.problem);
  const { raw, json } = body;
  const result = await services.forms.submit(form.name, raw, ipAddress);
  if (result.ok) {
    const thanks = site.paths.find(`thank-you-${form.name}`, result.language) ?? site.paths.to('home', result.language);
    const { again, cookie } = rememberedRequest(form, raw, request, services);
    const cookies = [...cookie, services.thanks.cookie(result.reference, thanks)];
    const href = `${thanks}?r=${services.forms.sign(result.reference)}${again ? '&again' : ''}`;
    if (!json) return seeOther(href, cookies);
    const headers = new Headers(NO_STORE);
    for (const cookie of cookies) headers.append('Set-Cookie', cookie);
    return Response.json({ ok: true, reference: result.reference, href }, { headers });
  }
  const { problem, problems, retryAfterSeconds } = result;
  const language = site.languages.find((code) => code === raw.language) ?? site.defaultLanguage;
  const { status, label } = PROBLEMS[problem];
  const sentence = label === 'ERROR_API' ? (form.failure ?? label) : label;
  const notice = sentence && labelsIn(language)(sentence);
  const headers = { ...NO_STORE, ...(retryAfterSeconds && { 'Retry-After': String(retryAfterSeconds) }) };
  if (json) return problemResponse(problem, { problems, text: notice }, headers);
  const view = {
    form,
    property: text(raw.property),
    project: text(raw.project),
    page: text(raw.page),
    search: text(raw.search),
    values: raw as FormValues,
    problems,
    notice,
  };
  return { status, headers, language, view };
}

async function opened(
  form: FormDefinition,
  { request, site, services, language, query }: EndpointContext,
): Promise<Response> {
  const row = site.routes.find((one) => one.form === form.name);
  if (!request.headers.get('accept')?.includes('application/json'))
    return seeOther(row ? site.paths.ofRow(row, language) : site.paths.to('contact', language));
  const asked = site.languages.find((code) => code === query.get('language')) ?? site.defaultLanguage;
  const t = labelsIn(asked);
  const about = {
    page: pageBefore(request.headers.get('referer'), query.get('page') ?? ''),
    property: query.get('property') ?? '',
    project: query.get('project') ?? '',
  };
  const view = await openForm(form, { site, services, language: asked, t, about });
  const token = view.hidden.token ?? '';
  const issuedAt = Number.parseInt(token.split('.')[1] ?? '', 36);
  const challenge = view.captcha && (await services.forms.challenge(token));
  const intro = form.intro ? t(form.intro, { percent: site.settings.forms.advancePercent }) : null;
  return Response.json(
    { token, issuedAt, challenge, title: t(form.title), intro, close: t('CLOSE'), form: view },
    { headers: NO_STORE },
  );
}

/** Whether this browser sent the form about the same property before, and the cookie that remembers it. */
function rememberedRequest(form: FormDefinition, raw: Raw, request: Request, services: App.Services) {
  const property = text(raw.property);
  if (!form.thanksAgain || !property) return { again: false, cookie: [] };
  const before = services.documents.askedBefore(cookieOf(request.headers.get('cookie'), ASKED_COOKIE));
  return { again: before.includes(property), cookie: [services.documents.askedCookie(before, property)] };
}
