import { notFound, problemResponse, seeOther, wantsJson } from '../../../platform/http/endpoint.server.ts';
import type { UploadedFile } from '../../../platform/http/upload-body.server.ts';
import { UPLOAD_PROBLEMS } from '../../../platform/media/upload-problem.ts';
import { backOf } from '../../staff/studio/enter-studio.server.ts';
import type { ActionContext, Outcome, StudioAction } from '../../staff/studio/studio-action.view.ts';
import type { StudioDone, StudioWrong } from '../../staff/studio-messages.ts';
import type { MediaRefusal, MediaTarget } from './media-changes.server.ts';
import type { Uploaded } from './property-media.server.ts';

/** A posted form about the photographs of a property or project. */
export interface PhotoForm extends Pick<ActionContext, 'person' | 'studio' | 'site'> {
  target: MediaTarget;
  files: readonly UploadedFile[];
  hasMore: boolean;
  /** Whether a script in the page asks. */
  isJson: boolean;
  /** The first value of a field, without white space around it. */
  one(name: string, most?: number): string;
  all(name: string): readonly string[];
}

const MOST_TEXT = 2000;
const MOST_NAMED = 20;

/** An action that receives a form with files, which are removed when it is done. */
export const photoAction =
  (act: (form: PhotoForm) => Promise<Outcome>): StudioAction =>
  async ({ request, incoming, studio, person, site }) => {
    if (!incoming) return { to: '/studio/', wrong: 'unknown' };
    const isJson = wantsJson(request);
    const body = await studio.media.receive({ body: incoming, headers: request.headers });
    if (!body) return isJson ? problemResponse('too-large') : { to: backOf(request), wrong: 'media-lost' };
    try {
      const all = (name: string) => body.fields.get(name) ?? [];
      const one = (name: string, most = MOST_TEXT) =>
        (all(name)[0] ?? '').replaceAll('\0', '').replaceAll('\r\n', '\n').trim().slice(0, most);
      const target = studio.media.target(one('kind'), one('name'));
      if (!target) return { to: '/studio/', wrong: 'unknown' };
      const { files, hasMore } = body;
      return await act({ studio, person, site, target, files, hasMore, isJson, one, all });
    } finally {
      await body.clear();
    }
  };

/** The address of the photographs of something. */
export const photosPage = ({ kind, name }: MediaTarget): string => `/studio/content/${kind}/${name}/photos/`;

/** Goes back to the page, where `at` is the part that was changed. */
export function backTo(
  { target, isJson }: Pick<PhotoForm, 'target' | 'isJson'>,
  said: { done?: StudioDone; wrong?: StudioWrong; refused?: readonly string[] },
  at = '',
): Response {
  const query = new URLSearchParams();
  if (said.done) query.set('done', said.done);
  if (said.wrong) query.set('wrong', said.wrong);
  for (const one of (said.refused ?? []).slice(0, MOST_NAMED)) query.append('refused', one);
  if (isJson) return Response.json({ ok: !said.wrong, ...said }, { headers: { 'Cache-Control': 'no-store' } });
  return seeOther(`${photosPage(target)}${query.size > 0 ? `?${query}` : ''}${at && `#${at}`}`);
}

/** The response to a change: back to the page, or what kept it from being done. */
export function changed(form: PhotoForm, refused: MediaRefusal | null, done: StudioDone, at = ''): Response {
  if (refused === null) return backTo(form, { done }, at);
  return refused === 'locked' ? backTo(form, { wrong: 'media-locked' }) : notFound();
}

/** The response to files: what became of each. */
export function uploaded(form: PhotoForm, results: MediaRefusal | readonly Uploaded[], at: string): Response {
  if (typeof results === 'string') return changed(form, results, 'media-added');
  const headers = { 'Cache-Control': 'no-store' };
  if (form.isJson) return Response.json({ ok: true, files: results }, { headers });
  if (results.length === 0) return backTo(form, { wrong: 'media-none' }, at);
  const refused = results.flatMap((one) => (one.ok ? [] : [`${one.problem}:${one.name.slice(0, 60)}`]));
  if (form.hasMore) refused.push('too-many:');
  return backTo(form, { ...(results.some(({ ok }) => ok) && { done: 'media-added' }), refused }, at);
}

/** What a page says of files that were refused: their names, with the label of the reason. */
export const refusedFiles = (query: URLSearchParams) =>
  query.getAll('refused').flatMap((one) => {
    const [code = '', ...name] = one.split(':');
    if (!Object.hasOwn(UPLOAD_PROBLEMS, code)) return [];
    return [{ name: name.join(':'), label: UPLOAD_PROBLEMS[code as keyof typeof UPLOAD_PROBLEMS] }];
  });
