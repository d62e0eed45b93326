import * as z from 'zod';
import { documentPlace, endpoint } from '../../../platform/http/action.server.ts';
import { downloadResponse } from '../../../platform/http/responses.server.ts';

export const prerender = false;

/** `POST /api/documents/{token}` with `n`: sends one document of the property that the mailed link is for. */
export const POST = endpoint({
  body: { kind: 'plain' },
  input: z.object({ token: z.string(), n: documentPlace }),
  run: async ({ token, n }, { services, language }) =>
    downloadResponse(await services.documents.openMailed(token, n, language)),
});
