import * as z from 'zod';

const code = z.string().regex(/^[a-i](_plusplus|_plus|_sub)?$/, 'Use a label such as "a", "a_plus" or "b_sub"');
const bands = z.array(z.tuple([code, z.number().nullable()])).min(2);
const codes = z.array(code).meta({ label: 'FIELD_ENERGY_LABELS' });
const tables = z.object({ flanders: bands, brussels: bands, wallonia: bands }).strict();

/** content/settings/energy.json: energy labels per region, as [label, highest value that still has it]. */
export const energySettings = z
  .object({
    $schema: z.string().optional(),
    use: z.enum(['specified', 'official']).default('specified').describe('Which of the two sets of tables counts'),
    tables: z.object({ specified: tables, official: tables }).strict(),
    withoutLabel: z.array(z.string()).default(['land', 'garage']).describe('Property types that show no label'),
    nonResidential: z
      .object({
        types: z.array(z.string()).default(['commerce', 'office']).describe('Property types with such a certificate'),
        labels: z
          .object({ flanders: codes, brussels: codes, wallonia: codes })
          .partial()
          .strict()
          .prefault({ flanders: ['a_plus', 'a', 'b', 'c', 'd', 'e', 'f', 'g'] })
          .meta({ label: 'FIELD_ENERGY_LABELS' })
          .describe('Labels of certificates per region; a region that is left out shows none'),
        years: z.number().int().positive().default(5).describe('How long such a certificate is valid'),
      })
      .strict()
      .prefault({})
      .describe('Offices and shops: their label is that of their own certificate and never follows from a score'),
    renovationDutyYears: z.number().int().positive().default(5),
    renovationDutyChecked: z.string().describe('Date on which the number of years was checked'),
    renovationDutyFrom: z.string().default('2023-01-01'),
    renovationDutyLabels: z.array(z.string()).default(['e', 'f']),
  })
  .strict();
export type EnergySettings = z.infer<typeof energySettings>;
