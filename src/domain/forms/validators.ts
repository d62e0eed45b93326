import type { Answers, CheckName, Problems } from './form.ts';

const textOf = (answers: Answers, name: string) => (typeof answers[name] === 'string' ? answers[name] : '');

const NONE: Problems = {};

/** The rules over several fields, each giving what it finds wrong. */
const CHECKS: Readonly<Record<CheckName, (answers: Answers) => Problems>> = {
  'price-range': (answers) => {
    const [low, high] = [textOf(answers, 'minPrice'), textOf(answers, 'maxPrice')];
    return low !== '' && high !== '' && Number(low) > Number(high) ? { maxPrice: 'price-range' } : NONE;
  },
  dates: (answers) => {
    const [start, end] = [textOf(answers, 'startDate'), textOf(answers, 'endDate')];
    return start !== '' && end !== '' && start > end ? { endDate: 'end-before-start' } : NONE;
  },
  'one-zone': (answers) => {
    const towns = answers.towns;
    return (Array.isArray(towns) && towns.length > 0) || textOf(answers, 'zips') !== '' ? NONE : { towns: 'missing' };
  },
};

/** What the checks find wrong, beside fields that are wrong already. */
export function checkAnswers(answers: Answers, names: readonly CheckName[], known: Problems): Problems {
  const found = Object.assign({}, ...names.map((name) => CHECKS[name](answers))) as Problems;
  return Object.fromEntries(Object.entries(found).filter(([field]) => !Object.hasOwn(known, field)));
}
