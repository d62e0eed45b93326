import * as z from 'zod';
import { strictness } from '../fields/strictness.ts';

/** content/settings/checks.json: what the content check looks for besides errors that would break the site. */
export const checkSettings = z
  .object({
    $schema: z.string().optional(),
    missingLanguages: strictness.default('warn').describe('A text that lacks one of the required languages'),
    requiredLanguages: z
      .array(z.string().regex(/^[a-z]{2}$/, 'Expected a two-letter language code such as "nl"'))
      .optional()
      .describe('Languages in which every text must stand; left out = all enabled languages'),
    alternativeTexts: strictness.default('warn').describe('A photograph of a property without an alternative text'),
    smallPictures: strictness.default('warn').describe('A photograph that is narrower than pictureWidth'),
    pictureWidth: z
      .number()
      .int()
      .positive()
      .default(600)
      .describe('Width in pixels from which a photograph is wide enough'),
    orphans: strictness.default('warn').describe('A file that nothing refers to'),
    links: strictness.default('warn').describe('A link to a path of this site that does not exist'),
    duplicateReferences: strictness.default('warn').describe('Two properties with one reference'),
    failureMail: z
      .boolean()
      .default(true)
      .describe('true: a mail says when the content cannot be published and when an import fails'),
    failureMailTo: z
      .email()
      .optional()
      .describe('Email address that receives these mails, such as that of the web developer; left out = the agency'),
    energy: strictness
      .default('warn')
      .describe('An energy score that cannot be, or a label that differs from the score'),
  })
  .strict();
