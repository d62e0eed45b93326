import * as z from 'zod';
import { labelsIn } from '../../../i18n/labels.server.ts';
import { type Action, type Outcome, type RequestContext, seeOther } from '../../../platform/http/action.server.ts';
import { cookieOf } from '../../../platform/http/cookies.ts';
import { PROBLEMS } from '../../../platform/http/problems.ts';
import { mediaUrl } from '../../../ui/media-url.ts';
import { ASKED_COOKIE } from '../../document/document-cookie.server.ts';
import type { FormDefinition, FormValues } from '../../form/form.ts';
import { titleOf } from '../../property/listing.ts';
import { priceWords } from '../../property/words.server.ts';
import { formNamed } from '../forms.ts';
import { pageBefore, subjectOfForm } from '../lead-words.view.ts';
import type { SubmitResult } from '../submit-form.server.ts';
import { openForm } from './form-view.server.ts';

/** A form that was refused, as it is shown again with its values. */
interface FormAgain {
  form: FormDefinition;
  property: string;
  project: string;
  page: string;
  search: string;
  values: FormValues;
}

type Raw = Readonly<Record<string, unknown>>;
type FormOutcome = Outcome<FormAgain>;

const NO_STORE = { 'Cache-Control': 'no-store' };
const text = (value: unknown) => (typeof value === 'string' ? value : '');

// The schema is that of the form, so values are parsed where the lead is stored.
const input = z.looseObject({ form: z.string() });

/**
 * At the URL of a form, a GET returns its token or redirects to its page; a POST redirects to the thank-you page or
 * returns the form again.
 */
export const formAction: Action<typeof input, FormDefinition, FormAgain> = {
  input,
  admit: async ({ params }) => (formNamed(params.form ?? '') ? null : { problem: 'unknown-form' }),
  authorise: async ({ form: name }) => {
    const form = formNamed(name);
    return form ? { right: form } : { refused: { problem: 'unknown-form' } };
  },
  async run(_input, context): Promise<FormOutcome> {
    const { request, services, ipAddress, body, authorised: form } = context;
    if (request.method !== 'POST') return opened(form, context);
    const result = await services.forms.submit(form.name, body.raw, ipAddress);
    return result.ok ? accepted(form, result, context) : refused(form, result, context);
  },
  view: (_input, { authorised: form, body: { raw } }) => ({
    form,
    property: text(raw.property),
    project: text(raw.project),
    page: text(raw.page),
    search: text(raw.search),
    values: raw as FormValues,
  }),
};

function accepted(
  form: FormDefinition,
  { reference, language }: Extract<SubmitResult, { ok: true }>,
  { request, services, site, body }: RequestContext,
): FormOutcome {
  const thanks = site.paths.find(`thank-you-${form.name}`, language) ?? site.paths.to('home', language);
  const { again, cookie } = rememberedRequest(form, body.raw, request, services);
  const cookies = [...cookie, services.thanks.cookie(reference, thanks)];
  const href = `${thanks}?r=${services.forms.sign(reference)}${again ? '&again' : ''}`;
  return { to: href, cookies, json: { ok: true, reference, href } };
}

function refused(
  form: FormDefinition,
  { problem, problems, retryAfterSeconds }: Extract<SubmitResult, { ok: false }>,
  { language }: RequestContext,
): FormOutcome {
  const { label } = PROBLEMS[problem];
  const sentence = label === 'ERROR_API' ? (form.failure ?? label) : label;
  return { problem, retryAfterSeconds, words: { problems, text: sentence && labelsIn(language)(sentence) } };
}

async function opened(
  form: FormDefinition,
  { request, site, services, language, query }: RequestContext,
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
  const { listing } = subjectOfForm(form, site, about);
  const subject = listing && {
    line: [titleOf(listing, asked), !listing.gone && priceWords(listing, asked, t)].filter(Boolean).join(' · '),
    photo: listing.photo && mediaUrl(listing.photo, { width: 250 }),
  };
  return Response.json(
    { token, issuedAt, challenge, title: t(form.title), intro, subject, close: t('CLOSE'), form: view },
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
