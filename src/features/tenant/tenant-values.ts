import * as z from 'zod';
import { amountIn } from '../../platform/text/figures.ts';
import type { AllowedQuestions, TenantField } from './tenant-stages.ts';

const text = (most: number) =>
  z
    .string()
    .transform((value) => value.replaceAll('\0', '').normalize('NFC').trim())
    .pipe(z.string().min(1).max(most));

/** What each field accepts. */
const FIELDS: Readonly<Record<TenantField, z.core.$ZodType<string>>> = {
  netIncome: z
    .string()
    .transform((value) => amountIn(value))
    .pipe(z.number().int().min(0).max(1_000_000))
    .transform(String),
  persons: z
    .string()
    .trim()
    .regex(/^[1-9]\d?$/),
  address: text(200),
  birthDate: z.iso.date().refine((day) => day > '1900-01-01' && day < new Date().toISOString().slice(0, 10)),
  birthPlace: text(100),
  civilStatus: z.enum(['single', 'cohabiting', 'married', 'divorced', 'widowed']),
};

/** The values of a file by their fields. */
export type TenantValues = Partial<Record<TenantField, string>>;

/**
 * The values of a posted file, for the fields that may be asked and no others, and the fields that are missing or
 * wrong.
 */
export function readTenantValues(
  raw: Readonly<Record<string, unknown>>,
  { fields }: AllowedQuestions,
): { values: TenantValues; wrong: TenantField[] } {
  const values: TenantValues = {};
  const wrong: TenantField[] = [];
  for (const name of fields) {
    const read = z.safeParse(FIELDS[name], raw[name]);
    if (read.success) values[name] = read.data;
    else wrong.push(name);
  }
  return { values, wrong };
}
