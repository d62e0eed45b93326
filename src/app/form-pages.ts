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

/**
 * Opens the form pages of one version. A page is rendered for nobody: without headers, cookies and IP address of a
 * visitor, and with placeholders for the token and the page before. Values of a visitor are never cached, because a
 * page that shows them is not rendered here.
 */
export function openFormPages({
  site,
  siteUrl,
  services,
  renderPage,
  report,
}: {
  site: Site;
  siteUrl: string;
  services: AppServices;
  renderPage: PageHandler;
  report: (error: unknown) => void;
}): FormPages {
  const templates = new LRUCache<string, FormTemplate>({
    maxSize: CACHE_BUDGET.forms,
    sizeCalculation: ({ page }, key) => sizeOf(page.texts) + key.length + 5000,
  });
  const packs = new LRUCache<string, PackedPage>({
    maxSize: CACHE_BUDGET.packedForms,
    sizeCalculation: ({ pieces }, key) => sizeOf(pieces) + key.length + 500,
  });
  const making = new Map<string, Promise<FormTemplate | null>>();
  let isPacking = false;

  const make = async (wanted: FormRequest, query: string, free: FreeTimes, opened: Opened) => {
    const placeholders = Object.fromEntries(GAPS.map((name) => [name, newPlaceholder()])) as Record<Gap, string>;
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
  };
  const templateOf = (key: string, ...given: Parameters<typeof make>) => {
    const known = templates.get(key);
    if (known) known.isAskedAgain = true;
    if (known) return known;
    const made =
      making.get(key) ??
      make(...given)
        .then((template) => {
          if (template) templates.set(key, template);
          return template;
        })
        .finally(() => making.delete(key));
    making.set(key, made);
    return made;
  };
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
  const brotli = (key: string, { page, isAskedAgain }: FormTemplate, fillings: Buffer[]) => {
    const widths = widthsOf(fillings);
    const packKey = `${widths.join(' ')} ${key}`;
    const packed = packs.get(packKey);
    if (!packed && isAskedAgain) pack(packKey, page, widths);
    return (packed && splicedPage(page, packed, fillings)) ?? compressed(filledPage(page, fillings), 'br');
  };

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
      const template = await templateOf(key, wanted, subject, free, opened);
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

type Gap = (typeof GAPS)[number];
type Opened = ReturnType<AppServices['forms']['open']>;
type FreeTimes = Awaited<ReturnType<AppServices['viewings']['free']>> | null;

const sizeOf = (parts: readonly Buffer[]): number => parts.reduce((sum, { length }) => sum + length, 0);

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url');
