import * as z from 'zod';
import { documentPlace, endpoint } from '../../../platform/http/action.server.ts';
import { downloadResponse } from '../../../platform/http/responses.server.ts';

export const prerender = false;

/** `GET /api/open-document/{property}-{n}`: sends a public document, such as an energy certificate. */
export const GET = endpoint({
  input: z.object({
    property: z
      .string()
      .regex(/^\d{1,12}$/, 'unknown-document')
      .transform(Number),
    n: documentPlace,
  }),
  run: async ({ property, n }, { services, language, ipAddress }) =>
    downloadResponse(await services.documents.openPublic(property, n, language, ipAddress)),
});
