import type { ContentBatchRow } from '../../../platform/database/translation-schema.ts';

const rowOf = ({ id, at, who, changes, undone_at }: ContentBatchRow) => ({
  id,
  at,
  who,
  texts: changes,
  undone: undone_at !== null,
});

/** The last replacements, as rows with the address that searches the same again. */
export const replaceRows = (batches: readonly ContentBatchRow[]) =>
  batches.map((batch) => {
    const what = JSON.parse(batch.what) as Record<string, string | boolean | undefined>;
    const query = new URLSearchParams({ find: String(what.find), with: String(what.replacement) });
    if (what.wholeWords) query.set('words', '1');
    if (what.withCase) query.set('case', '1');
    for (const name of ['language', 'kind']) if (what[name]) query.set(name, String(what[name]));
    const again = `/studio/replace/?${query}`;
    return { ...rowOf(batch), what: `“${what.find}” → “${what.replacement}”`, again };
  });
