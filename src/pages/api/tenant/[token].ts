import * as z from 'zod';
import { LARGEST_FORM_BYTES } from '../../../features/tenant/tenant.ts';
import { endpoint, notFound, type RequestContext } from '../../../platform/http/action.server.ts';

export const prerender = false;

const pageOf = ({ language, params: { token = '' } }: RequestContext) => `/${language}/m/${encodeURIComponent(token)}/`;

/** `POST /api/tenant/{token}`: the file of a candidate tenant; the token of the mail is the authority. */
export const POST = endpoint({
  input: z.looseObject({ token: z.string() }),
  body: { kind: 'large', mostBytes: LARGEST_FORM_BYTES },
  // Nobody without a link makes the server read files, and nobody with one makes it read them all the time.
  async admit(context) {
    const admitted = await context.services.tenants.admits(context.params.token ?? '');
    if (admitted === 'over') return notFound();
    return admitted === 'too-often' ? { to: `${pageOf(context)}?said=too-often` } : null;
  },
  unread: (problem, context) => ({ to: `${pageOf(context)}?said=${problem}` }),
  async run({ token }, context) {
    const { raw, files: sent, fileNames } = context.body;
    const files = new Map(
      [...(sent ?? [])].map(([name, bytes]) => [name, { name: fileNames?.get(name) ?? '', bytes }]),
    );
    const result = await context.services.tenants.send(token, { raw, files });
    const page = pageOf(context);
    if (result.ok) return { to: `${page}?said=sent` };
    const wrong = result.problem === 'fields' ? `&wrong=${result.wrong.join(',')}&file=${result.file ?? ''}` : '';
    return { to: `${page}?said=${result.problem}${wrong}` };
  },
});
