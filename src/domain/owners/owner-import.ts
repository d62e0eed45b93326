import * as z from 'zod';

/** A file for `owners import`: accounts with their properties. */
export const ownerImport = z.array(
  z
    .object({
      email: z.email().describe('Email address with which the owner logs in'),
      name: z.string().min(1).max(200).describe('First and last name'),
      language: z
        .string()
        .regex(/^[a-z]{2}$/)
        .optional()
        .describe('Language of mails; left out = the default language'),
      properties: z
        .array(
          z
            .object({
              id: z.number().int().positive().describe('ID of the property'),
              role: z.enum(['owner', 'co-owner', 'representative']).default('owner'),
            })
            .strict(),
        )
        .default([]),
    })
    .strict(),
);
