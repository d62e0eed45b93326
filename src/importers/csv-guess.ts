import { isPlausible } from '../domain/property/plausible.ts';
import { isPicture } from './csv-pictures.ts';
import { numberOf } from './numbers.ts';
import { isTypeWord } from './property-of-rows.ts';
import { goalNumberOf, isEmpty } from './source-values.ts';

const isAmount = (cell: string): boolean => {
  const amount = numberOf(cell);
  return amount !== null && amount >= 100 && [0, 1].some((goal) => isPlausible('Price', amount, goal));
};
const isPostcode = (cell: string): boolean => /^(?:B-?)?[1-9]\d{3}$/i.test(cell);
const isYear = (cell: string): boolean => /^(?:1[6-9]|20)\d\d$/.test(cell);

/** What the cells of a column can be told by, the narrowest first; `what` names such cells. */
const SIGNS: readonly { field: string; what: string; fits(cell: string): boolean }[] = [
  { field: 'Pictures', what: 'photographs', fits: (cell) => cell.split(/[|,;\s]+/).some(isPicture) },
  { field: 'Goal', what: 'words for sale or rent', fits: (cell) => /\p{L}/u.test(cell) && goalNumberOf(cell) !== null },
  { field: 'WebIDs', what: 'types of property', fits: isTypeWord },
  { field: 'EPCLabelText', what: 'energy classes', fits: (cell) => /^[A-G](?:\+{1,2}|-)?$/.test(cell) },
  { field: 'Zip', what: 'postcodes', fits: isPostcode },
  { field: 'Price', what: 'amounts', fits: isAmount },
];
const LEAST_CELLS = 3;
const LEAST_SHARE = 0.8;

/**
 * The field that the cells of a column look like, with the figures for a message; null when they do not tell. `taken`
 * are the fields that other columns have.
 * @example likelyField(['325.000', '410.000', '1 250'], new Set()) // { field: 'Price', words: '3 of 3 are amounts' }
 */
export function likelyField(
  cells: readonly (string | number)[],
  taken: ReadonlySet<string>,
): { field: string; words: string } | null {
  const filled = cells.map((cell) => String(cell).trim()).filter((cell) => !isEmpty(cell));
  // Years look like postcodes and like rents.
  if (filled.length < LEAST_CELLS || filled.every(isYear)) return null;
  for (const { field, what, fits } of SIGNS) {
    const count = filled.filter(fits).length;
    if (count / filled.length < LEAST_SHARE) continue;
    return taken.has(field) ? null : { field, words: `${count} of ${filled.length} are ${what}` };
  }
  return null;
}
