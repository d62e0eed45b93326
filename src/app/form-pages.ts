import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Site } from '../content/site/site.ts';
import { type FormDefinition, offersViewingTimes } from '../features/form/form.ts';
import { pageBefore, subjectOfForm } from '../features/lead/lead-words.view.ts';
import type { Language } from '../i18n/languages.ts';
import { compressed, encodingOf } from '../platform/http/encoding.server.ts';
import { CACHE_BUDGET } from '../platform/http/page-cache.server.ts';
import {
  filledPage,
  fillingsOf,
  newPlaceholder,
  type PackedPage,
  type PageHandler,
  type PageWithGaps,
  packPage,
  renderAlone,
  splicedPage,
  splitPage,
  widthsOf,
} from '../platform/http/page-with-gaps.server.ts';
import { withoutSpaces } from '../platform/http/without-spaces.ts';
import { recordBy } from '../platform/values/values.ts';
import type { AppServices } from './services.ts';

const GAPS = ['token', 'page'] as const;

/** A request for the page of a form. */
export interface FormRequest {
  form: FormDefinition;
  /** Path of the page, in its only spelling. */
  path: string;
  requestPath: string;
  query: URLSearchParams;
  language: Language;
}

/** A form page of this version without the values that differ per request; null when it cannot be split. */
interface FormTemplate {
  headers: Record<string, string | string[]>;
  page: PageWithGaps;
  isAskedAgain: boolean;
}

/** The pages of the forms, each rendered once per version and subject. */
export interface FormPages {
  /** Sends the page; false when it depends on other values of the visitor and must be rendered for this request. */
  send(request: IncomingMessage, response: ServerResponse, wanted: FormRequest): Promise<boolean>;
}

/** The dependencies of the form pages of a version. */
interface FormPageParts {
  site: Site;
  siteUrl: string;
  services: AppServices;
  renderPage: PageHandler;
  report: (error: unknown) => void;
}

/**
 * Opens the form pages of one version. A page is rendered for nobody: without headers, cookies and IP address of a
 * visitor, and with placeholders for the token and the page before. Values of a visitor are never cached, because a
 * page that shows them is not rendered here.
 */
export function openFormPages(parts: FormPageParts): FormPages {
  const { site, services } = parts;
  const templateOf = openTemplates(parts);
  const brotli = openPacks(parts.report);
  return {
    async send(request, response, wanted) {
      const { form, path, requestPath, query } = wanted;
      if (query.has('search') || form.fields.some(({ name }) => query.has(name))) return false;
      const { listing, project } = subjectOfForm(form, site, {
        property: query.get('property') ?? '',
        project: query.get('project') ?? '',
      });
      const free = listing && offersViewingTimes(form) ? await services.viewings.free(listing) : null;
      const opened = services.forms.open();
      const subject = listing ? `?property=${listing.id}` : project ? `?project=${project.ID}` : '';
      const key = `${path}${subject} ${free ? hashOf(free) : ''}`;
      const template = await templateOf(key, { wanted, query: subject, free, opened });
      if (!template) return false;
      const fillings = fillingsOf(template.page, {
        token: opened.token,
        page: pageBefore(request.headers.referer, requestPath),
      });
      const encoding = encodingOf(request.headers['accept-encoding']);
      const body =
        encoding === 'br'
          ? await brotli(key, template, fillings)
          : await compressed(filledPage(template.page, fillings), encoding);
      response.writeHead(200, {
        ...template.headers,
        Vary: 'Accept-Encoding',
        ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
        'Content-Length': body.length,
      });
      response.end(request.method === 'HEAD' ? undefined : body);
      return true;
    },
  };
}

/** What the page of a form is rendered with. */
interface Rendering {
  wanted: FormRequest;
  /** Its subject, as the query of its path. */
  query: string;
  free: FreeTimes;
  opened: Opened;
}

/** Opens the rendered pages; one that is being rendered is not rendered twice. */
function openTemplates(parts: FormPageParts) {
  const templates = new LRUCache<string, FormTemplate>({
    maxSize: CACHE_BUDGET.forms,
    sizeCalculation: ({ page }, key) => sizeOf(page.texts) + key.length + 5000,
  });
  const making = new Map<string, Promise<FormTemplate | null>>();
  const make = async (key: string, rendering: Rendering) => {
    try {
      const template = await renderTemplate(parts, rendering);
      if (template) templates.set(key, template);
      return template;
    } finally {
      making.delete(key);
    }
  };
  return (key: string, rendering: Rendering): FormTemplate | Promise<FormTemplate | null> => {
    const known = templates.get(key);
    if (known) known.isAskedAgain = true;
    if (known) return known;
    const made = making.get(key) ?? make(key, rendering);
    making.set(key, made);
    return made;
  };
}

/** Renders the page of a form with placeholders; null when it cannot be split at them. */
async function renderTemplate(
  { site, siteUrl, services, renderPage }: FormPageParts,
  { wanted, query, free, opened }: Rendering,
): Promise<FormTemplate | null> {
  const placeholders = recordBy(GAPS, newPlaceholder);
  const open = () => ({
    token: placeholders.token,
    captcha: opened.captcha?.replace(opened.token, placeholders.token) ?? null,
  });
  const { path, language } = wanted;
  const { status, headers, html } = await renderAlone(renderPage, path, {
    site,
    siteUrl,
    language,
    requestPath: path + query,
    pageBefore: placeholders.page,
    services: {
      ...services,
      forms: { ...services.forms, open },
      viewings: { free: async () => free ?? { bookable: false, slots: [] } },
    },
  });
  const page = status === 200 ? splitPage(withoutSpaces(html), placeholders) : null;
  return page && { headers, page, isAskedAgain: false };
}

/** Opens the pages that are compressed beforehand; a page that is not yet is compressed for its request. */
function openPacks(report: (error: unknown) => void) {
  const packs = new LRUCache<string, PackedPage>({
    maxSize: CACHE_BUDGET.packedForms,
    sizeCalculation: ({ pieces }, key) => sizeOf(pieces) + key.length + 500,
  });
  let isPacking = false;
  /** One at a time, and only for pages that are requested again: it costs forty times as much as a response. */
  const pack = (key: string, page: PageWithGaps, widths: readonly number[]) => {
    if (isPacking) return;
    isPacking = true;
    packPage(page, widths)
      .then((packed) => packs.set(key, packed ?? { pieces: [], open: [] }), report)
      .finally(() => {
        isPacking = false;
      });
  };
  return (key: string, { page, isAskedAgain }: FormTemplate, fillings: Buffer[]): Buffer | Promise<Buffer> => {
    const widths = widthsOf(fillings);
    const packKey = `${widths.join(' ')} ${key}`;
    const packed = packs.get(packKey);
    if (!packed && isAskedAgain) pack(packKey, page, widths);
    return (packed && splicedPage(page, packed, fillings)) ?? compressed(filledPage(page, fillings), 'br');
  };
}

type Opened = ReturnType<AppServices['forms']['open']>;
type FreeTimes = Awaited<ReturnType<AppServices['viewings']['free']>> | null;

const sizeOf = (parts: readonly Buffer[]): number => parts.reduce((sum, { length }) => sum + length, 0);

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');
