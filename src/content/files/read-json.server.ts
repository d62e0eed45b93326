import type { ContentProblem } from './content-problem.ts';
import { jsonProblem } from './json-problem.ts';
import { withTextPerLanguage } from './text-per-language.server.ts';

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
