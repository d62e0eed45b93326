/** Records which facts of the content something was made of (`platform/values/uses.server.ts`). */
export interface UseRecorder {
  use(name: string): void;
  recordUses<T>(work: () => Promise<T>): Promise<{ result: T; uses: ReadonlySet<string> }>;
}

type Memoised = Promise<{ result: string; uses: Iterable<string> }>;

const kept = new WeakMap<object, Map<string, Memoised>>();

/**
 * The text for a key of an owner object, made once for the life of that object; what it was made of counts as used at
 * each call. A failed attempt is repeated at the next call.
 */
export async function memoisedText(
  owner: object,
  key: string,
  make: () => Promise<string>,
  { use, recordUses }: UseRecorder,
): Promise<string> {
  const texts = kept.get(owner) ?? new Map<string, Memoised>();
  kept.set(owner, texts);
  const made = texts.get(key) ?? recordUses(make);
  texts.set(key, made);
  made.catch(() => texts.delete(key));
  const { result, uses } = await made;
  for (const name of uses) use(name);
  return result;
}
