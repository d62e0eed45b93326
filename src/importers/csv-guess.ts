import { isPlausible } from '../features/property/plausible.ts';
import type { LabelKey } from '../i18n/label-key.ts';
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
const SIGNS: readonly { field: string; what: LabelKey; fits(cell: string): boolean }[] = [
  { field: 'Pictures', what: 'REMARK_SIGN_PHOTOS', fits: (cell) => cell.split(/[|,;\s]+/).some(isPicture) },
  { field: 'Goal', what: 'REMARK_SIGN_GOALS', fits: (cell) => /\p{L}/u.test(cell) && goalNumberOf(cell) !== null },
  { field: 'WebIDs', what: 'REMARK_SIGN_TYPES', fits: isTypeWord },
  { field: 'EPCLabelText', what: 'REMARK_SIGN_CLASSES', fits: (cell) => /^[A-G](?:\+{1,2}|-)?$/.test(cell) },
  { field: 'Zip', what: 'REMARK_SIGN_ZIPS', fits: isPostcode },
  { field: 'Price', what: 'REMARK_SIGN_AMOUNTS', fits: isAmount },
];
const LEAST_CELLS = 3;
const LEAST_SHARE = 0.8;

/**
 * The field that the cells of a column look like, with the figures for a message; null when they do not tell. `taken`
 * are the fields that other columns have.
 * @example likelyField(['325.000', '410.000', '1 250'], new Set()) // { field: 'Price', count: 3, all: 3, … }
 */
export function likelyField(
  cells: readonly (string | number)[],
  taken: ReadonlySet<string>,
): { field: string; count: number; all: number; what: LabelKey } | null {
  const filled = cells.map((cell) => String(cell).trim()).filter((cell) => !isEmpty(cell));
  // Years look like postcodes and like rents.
  if (filled.length < LEAST_CELLS || filled.every(isYear)) return null;
  for (const { field, what, fits } of SIGNS) {
    const count = filled.filter(fits).length;
    if (count / filled.length < LEAST_SHARE) continue;
    return taken.has(field) ? null : { field, count, all: filled.length, what };
  }
  return null;
}
