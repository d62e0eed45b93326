const kept = new WeakMap<object, Map<string, Promise<string>>>();

/**
 * The text for a key of an owner object, made once for the life of that object. A failed attempt is repeated at the
 * next call.
 */
export function memoisedText(owner: object, key: string, make: () => Promise<string>): Promise<string> {
  const texts = kept.get(owner) ?? new Map<string, Promise<string>>();
  kept.set(owner, texts);
  const known = texts.get(key);
  if (known) return known;
  const made = make();
  texts.set(key, made);
  made.catch(() => texts.delete(key));
  return made;
}
