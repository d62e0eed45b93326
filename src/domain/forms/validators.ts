import type { CheckName, FormValues, Problems } from './form.ts';

const textOf = (values: FormValues, name: string) => (typeof values[name] === 'string' ? values[name] : '');

const NONE: Problems = {};

/** The rules over several fields, each giving what it finds wrong. */
const CHECKS: Readonly<Record<CheckName, (values: FormValues) => Problems>> = {
  'price-range': (values) => {
    const [low, high] = [textOf(values, 'minPrice'), textOf(values, 'maxPrice')];
    return low !== '' && high !== '' && Number(low) > Number(high) ? { maxPrice: 'price-range' } : NONE;
  },
  dates: (values) => {
    const [start, end] = [textOf(values, 'startDate'), textOf(values, 'endDate')];
    return start !== '' && end !== '' && start > end ? { endDate: 'end-before-start' } : NONE;
  },
  'one-zone': (values) => {
    const towns = values.towns;
    return (Array.isArray(towns) && towns.length > 0) || textOf(values, 'zips') !== '' ? NONE : { towns: 'missing' };
  },
};

/** What the checks find wrong, beside fields that are wrong already. */
export function validateValues(values: FormValues, names: readonly CheckName[], known: Problems): Problems {
  const found = Object.assign({}, ...names.map((name) => CHECKS[name](values))) as Problems;
  return Object.fromEntries(Object.entries(found).filter(([field]) => !Object.hasOwn(known, field)));
}
