import { expect, test } from 'vitest';
import { found, property } from '../support/found-in-content.ts';
import { change } from '../support/small-content.ts';

const FILE = 'settings/costs.json';

test('a certificate that has expired, or that is valid for longer than one of an office can be, is named', async () => {
  const now = new Date('2026-11-25');
  const expired = await found((at) => property(at, { EPCExpiryDate: '2026-11-24' }), undefined, now);
  expect(expired.said).toEqual([expect.stringMatching(/^warning .*EPCExpiryDate: .*has expired/)]);
  expect((await found((at) => property(at, { EPCExpiryDate: '2026-11-25' }), undefined, now)).said).toEqual([]);
  const office = (changes: object) =>
    found((at) => property(at, { WebIDs: '6', EPCLabelText: 'C', ...changes }), undefined, now);
  const long = await office({ EPCExpiryDate: '2031-11-26', EPCNumber: '20261125-0000000001-NR-1' });
  expect(long.said).toContainEqual(expect.stringMatching(/EPCExpiryDate: .*at most until 2031-11-25/));
  for (const changes of [{ EPCExpiryDate: '2031-11-25' }, { EPCExpiryDate: '2036-11-25', EPCNumber: '1-2-KNR-1' }])
    expect((await office(changes)).said.filter((line) => line.includes('EPCExpiryDate'))).toEqual([]);
});

test('rules that were read more than a year ago are named, each with its source', async () => {
  const late = await found(() => {}, undefined, new Date('2028-01-01'));
  expect(late.usable).toBe(true);
  const said = late.said.filter((line) => line.includes('costs.json'));
  expect(said.length).toBeGreaterThan(8);
  expect(said[0]).toMatch(/^warning settings\/costs\.json:\d+:\d+: .*checked: found 2026-11-\d\d; look it up again \(/);
  expect((await found(() => {}, undefined, new Date('2026-12-01'))).said).toEqual([]);
});

test('a rule that is not confirmed is named', async () => {
  const { said } = await found((at) =>
    change(at(FILE), (costs) => ({ ...costs, notary: { ...costs.notary, confirmed: false } })),
  );
  expect(said).toEqual([expect.stringMatching(/^warning .*notary\.confirmed: found false; the rule is not used/)]);
});

test('a deposit above what the law of the region allows is named', async () => {
  const { said } = await found((at) =>
    change(at('settings/viewings.json'), (viewings) => ({
      ...viewings,
      tenant: { ...viewings.tenant, depositMonths: { flanders: 3, brussels: 3 } },
    })),
  );
  expect(said).toEqual([expect.stringMatching(/tenant\.depositMonths\.brussels: found 3; at most 2 \(/)]);
});

test.each([
  ['a rate above 1', { vat: { rate: 21, source: 'x', checked: '2026-11-20' } }, /vat\.rate: found 21/],
  [
    'a day that is none',
    { loan: { percent: 3, years: 20, ownShare: 0, checked: 'today' } },
    /loan\.checked: found "today"/,
  ],
  ['a rule without its source', { vat: { rate: 0.21, checked: '2026-11-20' } }, /vat\.source/],
])('%s is an error', async (_name, changes, sentence) => {
  const { said, usable } = await found((at) => change(at(FILE), (costs) => ({ ...costs, ...changes })));
  expect([usable, said]).toEqual([false, [expect.stringMatching(sentence)]]);
});
