import type { FormDefinition, FormValues } from '../domain/forms/form.ts';
import { formNamed } from '../domain/forms/forms.ts';
import { type LabelKey, labelsIn, type Translate } from '../i18n/labels.ts';
import type { AppServices } from '../server/app/live.ts';
import type { Site } from '../server/catalogue/site/site.ts';
import { cookieOf } from '../server/platform/http/cookie.ts';
import { readBody } from '../server/platform/http/request-body.ts';
import { ASKED_COOKIE } from '../server/services/documents/document-cookie.ts';
import type { SubmitResult } from '../server/services/leads/submit-result.ts';
import { openForm } from './open-form.ts';

/** A form that could not be taken, to be shown again. */
export interface Again {
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

const NO_STORE = { 'Cache-Control': 'no-store' };
const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** What an address of a form answers: to a GET its token or the way to its page, to a POST the way to the thank-you page, or the form again. */
export async function formResponse(
  name: string,
  request: Request,
  { site, services, language, ipAddress }: { site: Site; services: AppServices; language: string; ipAddress: string },
): Promise<Response | Again> {
  const form = formNamed(name);
  if (!form) return Response.json({ ok: false, problem: 'unknown-form' }, { status: 404, headers: NO_STORE });
  if (request.method !== 'POST') return opened(form, request, site, services, language);
  const body = await readBody(request);
  if (!body.ok) return Response.json({ ok: false, problem: body.problem }, { status: body.status, headers: NO_STORE });
  const { raw } = body;
  const result = await services.forms.submit(form.name, raw, ipAddress);
  if (result.ok) {
    const asked = askedFor(form, raw, request, services);
    const href = `${site.paths.to(`thank-you-${form.name}`, result.language)}?r=${services.forms.sign(result.reference)}${asked.again ? '&again' : ''}`;
    const kept = { ...NO_STORE, ...(asked.cookie && { 'Set-Cookie': asked.cookie }) };
    return body.json
      ? Response.json({ ok: true, reference: result.reference, href }, { headers: kept })
      : new Response(null, { status: 303, headers: { ...kept, Location: href } });
  }
  const own = site.languages.find((code) => code === raw.language) ?? site.defaultLanguage;
  const notice = noticeOf(form, result.problem, labelsIn(own));
  const retry: Record<string, string> =
    'retryAfterSeconds' in result && result.retryAfterSeconds ? { 'Retry-After': String(result.retryAfterSeconds) } : {};
  const headers = { ...NO_STORE, ...retry };
  if (body.json)
    return Response.json(
      { ok: false, problem: result.problem, problems: result.problems, text: notice },
      { status: result.status, headers },
    );
  const view = {
    form,
    property: text(raw.property),
    project: text(raw.project),
    page: text(raw.page),
    search: text(raw.search),
    values: raw as FormValues,
    problems: result.problems,
    notice,
  };
  return { status: result.status, headers, language: own, view };
}

async function opened(
  form: FormDefinition,
  request: Request,
  site: Site,
  services: AppServices,
  language: string,
): Promise<Response> {
  const row = site.routes.find((one) => one.form === form.name);
  if (!request.headers.get('accept')?.includes('application/json')) {
    return new Response(null, {
      status: 303,
      headers: { ...NO_STORE, Location: site.paths.to(row?.name ?? 'contact', language) },
    });
  }
  const asked = new URL(request.url).searchParams;
  const wanted = site.languages.find((code) => code === asked.get('language')) ?? site.defaultLanguage;
  const t = labelsIn(wanted);
  const about = {
    page: (asked.get('page') ?? '').slice(0, 300),
    property: asked.get('property') ?? '',
    project: asked.get('project') ?? '',
  };
  const view = await openForm(form, { site, services, language: wanted, t, about });
  const token = view.hidden.token ?? '';
  const issuedAt = Number.parseInt(token.split('.')[1] ?? '', 36);
  return Response.json(
    {
      token,
      issuedAt,
      challenge: view.captcha?.challenge ?? null,
      title: t(form.title as LabelKey),
      close: t('CLOSE'),
      form: view,
    },
    { headers: NO_STORE },
  );
}

/** Whether this browser asked for the papers of this home before, and the cookie that remembers it. */
function askedFor(form: FormDefinition, raw: Readonly<Record<string, unknown>>, request: Request, services: AppServices) {
  const property = text(raw.property);
  if (form.name !== 'document-request' || !property) return { again: false, cookie: null };
  const before = services.documents.askedBefore(cookieOf(request.headers.get('cookie') ?? undefined, ASKED_COOKIE));
  return { again: before.includes(property), cookie: services.documents.askedCookie(before, property) };
}

function noticeOf(form: FormDefinition, problem: Exclude<SubmitResult, { ok: true }>['problem'], t: Translate): string | null {
  switch (problem) {
    case 'fields':
    case 'captcha':
      return null;
    case 'expired':
      return t('FORM_EXPIRED');
    case 'too-fast':
      return t('FORM_TOO_FAST');
    case 'too-often':
      return t('FORM_TOO_OFTEN');
    case 'robot':
      return t('ERROR_MAIL_NOT_SENT');
    default:
      return t(form.name === 'document-request' ? 'ERROR_DOCUMENT_REQUEST' : 'ERROR_API');
  }
}
