import fc from 'fast-check';
import type * as z from 'zod';
import { anyCharacter } from './any-character.ts';

type Def = {
  type: string;
  innerType?: z.core.$ZodType;
  in?: z.core.$ZodType;
  shape?: Record<string, z.core.$ZodType>;
  element?: z.core.$ZodType;
  keyType?: z.core.$ZodType;
  valueType?: z.core.$ZodType;
  options?: z.core.$ZodType[];
  items?: z.core.$ZodType[];
  entries?: Record<string, string | number>;
  values?: unknown[];
};

const TEXT = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 30 }),
  fc.constantFrom('', ' ', '\n', '\r\nx', 'a\nb', '\0', '\ud800', '"', '410.000', 'true', '2026-10-11 09:30:00'),
);
const NUMBER = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, 1e21, 1e-9),
);

/**
 * Values of the shape of a schema, as a form meets them: texts may hold anything, numbers may be out of their range.
 */
export function arbitraryOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const def = schema._zod.def as unknown as Def;
  const of = (inner: z.core.$ZodType) => arbitraryOf(inner);
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'prefault':
      return fc.option(of(def.innerType!), { nil: undefined });
    case 'nullable':
      return fc.option(of(def.innerType!), { nil: null });
    case 'pipe':
      return of(def.in!);
    case 'object':
      return fc.record(Object.fromEntries(Object.entries(def.shape!).map(([name, inner]) => [name, of(inner)])));
    case 'array':
      return fc.array(of(def.element!), { maxLength: 3 });
    case 'tuple':
      return fc.tuple(...def.items!.map(of));
    case 'record': {
      const isLocalized = (schema as { meta?: () => { kind?: string } }).meta?.()?.kind === 'localized';
      const keys = isLocalized
        ? fc.constantFrom('nl', 'fr', 'NL', 'es')
        : (def.keyType as unknown as { _zod: { def: Def } })._zod.def.entries
          ? fc.constantFrom(...Object.values((def.keyType as unknown as { _zod: { def: Def } })._zod.def.entries!))
          : fc.constantFrom('a', 'b/c', '1', '~');
      return fc.dictionary(keys as fc.Arbitrary<string>, of(def.valueType!), { maxKeys: 3 });
    }
    case 'union':
      return fc.oneof(...def.options!.map(of));
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries!));
    case 'literal':
      return fc.constantFrom(...def.values!);
    case 'boolean':
      return fc.boolean();
    case 'number':
    case 'int':
      return NUMBER;
    default:
      return TEXT;
  }
}
