import * as z from 'zod';

/** A JSON text of a file or a column, checked with its schema; throws where it is no JSON or something else. */
export const parsed = <Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> =>
  schema.parse(JSON.parse(text));

export const textList = z.array(z.string());
export const textsByName = z.record(z.string(), z.string());
