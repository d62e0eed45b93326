import * as z from 'zod';

const bands = z.array(z.tuple([z.string().regex(/^[a-i](_plusplus|_plus|_sub)?$/), z.number().nullable()])).min(2);
const tables = z.object({ flanders: bands, brussels: bands, wallonia: bands }).strict();

/** content/settings/energy.json: energy labels per region, as [label, highest value that still has it]. */
export const energySettings = z
  .object({
    $schema: z.string().optional(),
    use: z.enum(['specified', 'official']).default('specified').describe('Which of the two sets of tables counts'),
    tables: z.object({ specified: tables, official: tables }).strict(),
    withoutLabel: z.array(z.string()).default(['land', 'garage']).describe('Property types that show no label'),
    renovationDutyYears: z.number().int().positive().default(5),
    renovationDutyChecked: z.string().describe('Date on which the number of years was checked'),
    renovationDutyFrom: z.string().default('2023-01-01'),
    renovationDutyLabels: z.array(z.string()).default(['e', 'f']),
  })
  .strict();
export type EnergySettings = z.infer<typeof energySettings>;
