import { parse } from 'node-html-parser';
import type { LiveSite } from './live-site.ts';
import { askStudio, type StudioResponse } from './studio-site.ts';

/** The fields of a form as a browser without JavaScript sends them; the first name that is given twice stays a list. */
export function fieldsOfForm(html: string, selector: string): [string, string][] {
  const form = parse(html).querySelector(selector);
  if (!form) throw new Error(`there is no form ${selector}`);
  return form.querySelectorAll('input, select, textarea').flatMap((one): [string, string][] => {
    const name = one.getAttribute('name');
    if (!name || one.hasAttribute('disabled')) return [];
    if (one.tagName === 'SELECT') {
      const chosen = one.querySelector('option[selected]') ?? one.querySelector('option');
      return chosen ? [[name, chosen.getAttribute('value') ?? chosen.text]] : [];
    }
    // A browser leaves out the first line break of a field, and sends CR LF.
    if (one.tagName === 'TEXTAREA') return [[name, one.text.replace(/^\n/, '').replaceAll('\n', '\r\n')]];
    const isBox = ['checkbox', 'radio'].includes(one.getAttribute('type') ?? '');
    if (isBox && !one.hasAttribute('checked')) return [];
    // A field of one line has no line breaks.
    return [[name, (one.getAttribute('value') ?? '').replace(/[\r\n]/g, '')]];
  });
}

/** Posts a form of the studio as it was opened, with some fields written; `undefined` leaves a field out. */
export async function postForm(
  live: LiveSite,
  { path, cookie, selector = '.c-form', action = '/studio/do/content-save/' }: PostedForm,
  written: Readonly<Record<string, string>> = {},
): Promise<StudioResponse> {
  const page = await askStudio(live, path, { cookie });
  const fields = fieldsOfForm(page.text, selector).filter(([name]) => !Object.hasOwn(written, name));
  return postFields(live, action, cookie, [...fields, ...Object.entries(written)]);
}

export interface PostedForm {
  path: string;
  cookie: string;
  selector?: string;
  action?: string;
}

/** Posts fields of which a name may come twice. */
export function postFields(
  live: LiveSite,
  action: string,
  cookie: string,
  fields: readonly (readonly [string, string])[],
): Promise<StudioResponse> {
  return askStudio(live, action, { cookie, body: new URLSearchParams(fields.map(([name, value]) => [name, value])) });
}

/** Posts a form with files. */
export async function postMultipart(
  live: LiveSite,
  action: string,
  cookie: string,
  body: FormData,
): Promise<StudioResponse> {
  const encoded = new Response(body);
  const bytes = Buffer.from(await encoded.arrayBuffer());
  return askStudio(live, action, { cookie, bytes, type: encoded.headers.get('content-type')! });
}
