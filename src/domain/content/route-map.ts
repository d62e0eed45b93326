import * as z from 'zod';
import { localizedText } from './fields.ts';

/** One row of content/routes.json: a page of the site with its path per language. */
export const routeRow = z
  .object({
    name: z
      .string()
      .regex(/^[a-z0-9-]+$/)
      .describe('Name by which the code and content refer to it'),
    path: z.string().describe('Original path without language'),
    breadcrumb: z.object({ name: localizedText, path: z.string().optional() }).strict().optional(),
    type: z.enum(['feedback', 'article', 'page', 'login']),
    article: z.string().optional().describe('Article that this path shows'),
    form: z.string().optional().describe('Form that this path shows'),
    paths: localizedText.describe('Path per language, without the language: "te-koop"; empty for the homepage'),
  })
  .strict();
export type RouteRow = z.infer<typeof routeRow>;
