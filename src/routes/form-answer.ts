import type { Answers, FormDefinition } from '../domain/forms/form.ts';
import { formNamed } from '../domain/forms/forms.ts';
import { type LabelKey, labelsIn, type Translate } from '../i18n/labels.ts';
import { readBody } from '../server/forms/read-body.ts';
import type { SubmitResult } from '../server/forms/submit-result.ts';
import type { Live } from '../server/live.ts';
import type { Site } from '../server/site/site.ts';
import { formView } from './form-view.ts';

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
    answers: Answers;
    problems: Record<string, string>;
    notice: string | null;
  };
}

const NO_STORE = { 'Cache-Control': 'no-store' };
const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** What an address of a form answers: to a GET its token or the way to its page, to a POST the way to the thank-you page, or the form again. */
export async function formAnswer(
  name: string,
  request: Request,
  { site, live, language, clientAddress }: { site: Site; live: Live; language: string; clientAddress: string },
): Promise<Response | Again> {
  const form = formNamed(name);
  if (!form) return Response.json({ ok: false, problem: 'unknown-form' }, { status: 404, headers: NO_STORE });
  if (request.method !== 'POST') return opened(form, request, site, live, language);
  const body = await readBody(request);
  if (!body.ok) return Response.json({ ok: false, problem: body.problem }, { status: body.status, headers: NO_STORE });
  const { raw } = body;
  const result = await live.forms.submit(form.name, raw, clientAddress);
  if (result.ok) {
    const href = `${site.paths.to(`thank-you-${form.name}`, result.language)}?r=${live.forms.sign(result.reference)}`;
    return body.json
      ? Response.json({ ok: true, reference: result.reference, href }, { headers: NO_STORE })
      : new Response(null, { status: 303, headers: { ...NO_STORE, Location: href } });
  }
  const own = site.languages.find((code) => code === raw.language) ?? site.defaultLanguage;
  const notice = noticeOf(result.problem, labelsIn(own));
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
    answers: raw as Answers,
    problems: result.problems,
    notice,
  };
  return { status: result.status, headers, language: own, view };
}

async function opened(form: FormDefinition, request: Request, site: Site, live: Live, language: string): Promise<Response> {
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
  const given = await live.forms.open();
  const about = {
    page: (asked.get('page') ?? '').slice(0, 300),
    property: asked.get('property') ?? '',
    project: asked.get('project') ?? '',
  };
  const issuedAt = Number.parseInt(given.token.split('.')[1] ?? '', 36);
  const view = formView(form, { site, language: wanted, t, opened: given, about });
  return Response.json(
    { token: given.token, issuedAt, challenge: given.challenge, title: t(form.title as LabelKey), close: t('CLOSE'), form: view },
    { headers: NO_STORE },
  );
}

function noticeOf(problem: Exclude<SubmitResult, { ok: true }>['problem'], t: Translate): string | null {
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
      return t('ERROR_API');
  }
}
