import { expect, test } from 'vitest';
import { testFolder } from '../support/folder.ts';
import { fieldsOf, filesOf, openLeftOut, rowsOf } from '../support/left-out.ts';

/** One page of most kinds; `npm run trials -- left-out` makes all of them. */
const SAMPLE = /^\/nl\/(?:|te-koop\/|te-koop\/.+\/\d+\/|contact\/|over-ons\/|onze-diensten\/verkoop\/|testimonials\/)$/;

test('what may be left out may be left out: rows, settings and fields, each alone', async () => {
  const agency = await openLeftOut(testFolder(), (path) => SAMPLE.test(path));
  expect(agency.atFirst).toEqual([]);
  const { contentDir } = agency;
  const things = [
    ...rowsOf(contentDir).filter(({ what }) => !/thank-you|owner-|login-|service-/.test(what)),
    ...filesOf(contentDir, 'settings'),
    ...fieldsOf(contentDir, 'properties/35187.json'),
  ];
  const outcomes = [];
  for (const thing of things) outcomes.push(await agency.without(thing));
  await agency.close();
  expect(outcomes.filter(({ faults }) => faults.length > 0)).toEqual([]);
  // Each refusal is a sentence: the file, the field, what was found, and what would be right.
  expect(outcomes.flatMap(({ refused }) => refused.filter((text) => !/^\S+\.json\S*: .+[;:] .+/.test(text)))).toEqual(
    [],
  );
  expect(outcomes.filter(({ refused }) => refused.length === 0).length).toBeGreaterThan(80);
}, 120_000);
