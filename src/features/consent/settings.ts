import * as z from 'zod';

/** content/settings/consent.json: the consent dialog. */
export const consentSettings = z
  .object({
    $schema: z.string().optional(),
    version: z
      .string()
      .min(1)
      .default('1')
      .describe('Version of the question; a new one asks every visitor again. Change it when what is asked changes'),
    dialog: z
      .enum(['always', 'when-needed'])
      .default('always')
      .describe('when-needed: nobody is asked while tracking.json names no identifier'),
  })
  .strict();

/**
 * content/settings/tracking.json: the identifiers of the tags; without any of them no third-party script is inserted.
 */
export const trackingSettings = z
  .object({
    $schema: z.string().optional(),
    tagManager: z
      .string()
      .regex(/^GTM-[A-Z0-9]+$/, 'Expected the number of a container, such as "GTM-ABC1234"; remove it for none')
      .optional()
      .describe('Container of Google Tag Manager'),
    pixel: z
      .string()
      .regex(/^\d{5,20}$/, 'Expected the number of a pixel: 5 to 20 figures; remove it for none')
      .optional()
      .describe('Number of the Meta pixel'),
  })
  .strict();
export type TrackingSettings = z.infer<typeof trackingSettings>;
