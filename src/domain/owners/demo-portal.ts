import * as z from 'zod';

/** content/demo/portal.json: sample data of the demo owner; days are relative to today: "-3 14:00". */
export const demoPortal = z.object({
  $schema: z.string().optional(),
  owner: z.object({ email: z.email(), name: z.string(), language: z.string(), properties: z.array(z.number().int()) }),
  views: z.array(z.object({ property: z.number().int(), source: z.string(), perDay: z.array(z.number().int()) })),
  entries: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});
export type DemoPortal = z.infer<typeof demoPortal>;
