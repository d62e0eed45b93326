/** The names of the placeholders of a label, each once, in the order of the alphabet. */
export const placeholdersOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{\s*(\w+)\s*\}/g)].map(([, name = '']) => name))].sort();

/** Whether two labels have the same placeholders. */
export const haveSamePlaceholders = (one: string, other: string): boolean =>
  placeholdersOf(one).join() === placeholdersOf(other).join();
