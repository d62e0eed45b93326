import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeAtomically } from '../../platform/files/write-atomically.ts';

/** Long texts, to which editors add languages that an export does not hold. */
const TEXTS = ['TypeDescription', 'DescriptionA', 'DescriptionB'];

type Data = Readonly<Record<string, unknown>>;
/** The texts that the last import of a source gave to each property, such as `DescriptionA.nl`. */
export type GivenTexts = ReadonlyMap<number, ReadonlySet<string>>;

const fileOf = (dataDir: string, source: string) => join(dataDir, 'import', `${source}.texts`);

/** The long texts of a property, such as `DescriptionA.nl`. */
export const textsOf = (data: Data): string[] =>
  TEXTS.flatMap((name) => Object.keys((data[name] ?? {}) as object).map((language) => `${name}.${language}`));

/** Reads which texts the last import gave; a property that is not in it may have any. */
export function readGivenTexts(dataDir: string, source: string): GivenTexts {
  try {
    const known = JSON.parse(readFileSync(fileOf(dataDir, source), 'utf8')) as [number, string[]][];
    return new Map(known.map(([id, texts]) => [id, new Set(texts)]));
  } catch {
    return new Map();
  }
}

/** Notes which texts an import gave to these properties; the others keep theirs. */
export async function writeGivenTexts(
  dataDir: string,
  source: string,
  properties: readonly { id: number; facts: Data }[],
): Promise<void> {
  const given = new Map<number, Iterable<string>>(readGivenTexts(dataDir, source));
  for (const { id, facts } of properties) given.set(id, textsOf(facts));
  const lines = [...given].map(([id, texts]) => [id, [...texts]]);
  await writeAtomically(fileOf(dataDir, source), JSON.stringify(lines));
}

/** The long texts of an export, with the languages that only an editor gave. */
export function withEditorTexts(facts: Data, present: Data | null, given: ReadonlySet<string> = new Set()): Data {
  const texts = TEXTS.flatMap((name) => {
    const kept = Object.entries((present?.[name] ?? {}) as object).filter(
      ([language]) => !given.has(`${name}.${language}`),
    );
    return kept.length > 0 ? [[name, { ...Object.fromEntries(kept), ...(facts[name] as object | undefined) }]] : [];
  });
  return { ...facts, ...Object.fromEntries(texts) };
}
