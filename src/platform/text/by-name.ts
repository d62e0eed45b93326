const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The order of file names as people read them: "2" comes before "10". */
export const byName = (one: string, other: string): number => names.compare(one, other);
