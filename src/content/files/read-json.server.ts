import * as z from 'zod';
import { isLanguageCode } from '../../i18n/languages.ts';
import { recordOf } from '../../platform/values/values.ts';
import { contentSchemaOf } from './content-schemas.server.ts';
import { type ContentProblem, jsonProblem } from './problems.ts';

/**
 * The data of a content file in which a thing may name its `language` and have plain texts, as feeds write it: its
 * texts per language. Any other data is returned as it is.
 * @example withTextPerLanguage('properties/1.json', { language: 'nl', City: 'Meise' }) // { City: { nl: 'Meise' } }
 */
function withTextPerLanguage(file: string, data: unknown): unknown {
  const things = Array.isArray(data) ? data : [data];
  if (!things.some((thing) => languageOf(thing) !== null)) return data;
  const schema = contentSchemaOf(file)?.schema;
  if (!schema) return data;
  const item = Array.isArray(data) ? partsOf(schema).element : schema;
  const read = (thing: unknown) => {
    const language = languageOf(thing);
    // Where `language` is a field of its own, it means something else.
    if (!language || !item || partsOf(item).shape?.language) return thing;
    const { language: _named, ...rest } = recordOf(thing);
    return inLanguage(item, rest, language);
  };
  return Array.isArray(data) ? data.map(read) : read(data);
}

function languageOf(thing: unknown): string | null {
  const language = typeof thing === 'object' && thing !== null && 'language' in thing ? thing.language : null;
  return isLanguageCode(language) ? language : null;
}

function inLanguage(schema: z.core.$ZodType, value: unknown, language: string): unknown {
  const { isText, shape, element } = partsOf(schema);
  if (typeof value === 'string') return isText ? { [language]: value } : value;
  if (Array.isArray(value)) return element ? value.map((one) => inLanguage(element, one, language)) : value;
  if (!shape || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, shape[key] ? inLanguage(shape[key], inner, language) : inner]),
  );
}

interface Parts {
  /** Whether it is a text per language. */
  isText: boolean;
  shape?: Readonly<Record<string, z.core.$ZodType>> | undefined;
  element?: z.core.$ZodType | undefined;
}

/** What a schema is made of, whether it is optional or not. */
function partsOf(schema: z.core.$ZodType): Parts {
  if (z.globalRegistry.get(schema)?.kind === 'localized') return { isText: true };
  const {
    _zod: { def },
  } = schema as z.core.$ZodTypes;
  if ('innerType' in def) return partsOf(def.innerType);
  if (def.type === 'pipe') return partsOf(def.in);
  return {
    isText: false,
    shape: def.type === 'object' ? def.shape : undefined,
    element: def.type === 'array' ? def.element : undefined,
  };
}

/** The data of a JSON file, or the problem that keeps it from being read. */
export type JsonReading = { data: unknown; problem: null } | { data: null; problem: ContentProblem };

/**
 * Reads the bytes of a content file as JSON, with plain texts as texts per language. A byte order mark is accepted; for
 * any encoding but UTF-8 the problem says how to save the file.
 */
export function readJson(file: string, bytes: Uint8Array): JsonReading {
  const wrong = encodingProblem(file, bytes);
  if (wrong) return { data: null, problem: wrong };
  const text = new TextDecoder().decode(bytes);
  try {
    return { data: withTextPerLanguage(file, JSON.parse(text)), problem: null };
  } catch {
    return { data: null, problem: jsonProblem(file, text) };
  }
}

function encodingProblem(file: string, bytes: Uint8Array): ContentProblem | null {
  const [one, two] = bytes;
  const about = { severity: 'error', kind: 'json', file, field: '' } as const;
  if ((one === 0xff && two === 0xfe) || (one === 0xfe && two === 0xff) || bytes.subarray(0, 64).includes(0))
    return { ...about, line: 1, column: 1, found: 'UTF-16', allowed: 'save the file with the encoding UTF-8' };
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const isUtf8 = (part: Uint8Array) => {
    try {
      utf8.decode(part);
      return true;
    } catch {
      return false;
    }
  };
  if (isUtf8(bytes)) return null;
  let [line, start] = [1, 0];
  for (let end = bytes.indexOf(10); end >= 0 && isUtf8(bytes.subarray(start, end)); end = bytes.indexOf(10, start)) {
    line += 1;
    start = end + 1;
  }
  return {
    ...about,
    line,
    column: 1,
    found: 'letters of another encoding, such as Windows-1252',
    allowed: 'save the file with the encoding UTF-8, and look at the accents of this line',
  };
}
