import { describe, expect, test } from 'vitest';
import {
  type BidFacts,
  canWithdraw,
  decisionsOn,
  problemOfDecision,
  shownBidState,
} from '../../src/features/bid/bid.ts';
import { decisionSchema } from '../../src/features/bid/decision.ts';

const OFFER_STATES = ['open', 'countered', 'accepted', 'refused', 'withdrawn', 'lapsed'] as const;

const TODAY = '2026-11-25';
const offer = (changes: Partial<BidFacts> = {}): BidFacts => ({
  ...{ state: 'open', amount: 400_000, validUntil: null },
  ...changes,
});
const counter = (amount: number, until: string | null = null) => ({ do: 'counter', amount, until }) as const;

describe('the states of an offer', () => {
  test('it can be accepted on its last day, and has expired on the next one', () => {
    const last = offer({ validUntil: TODAY });
    expect([shownBidState(last, TODAY), decisionsOn(last, TODAY)]).toEqual(['open', ['accept', 'counter', 'refuse']]);
    const over = offer({ validUntil: '2026-11-24' });
    expect([shownBidState(over, TODAY), decisionsOn(over, TODAY)]).toEqual(['expired', ['counter', 'refuse']]);
    expect(problemOfDecision(over, { do: 'accept' }, TODAY)).toBe('expired');
    expect([canWithdraw(last, TODAY), canWithdraw(over, TODAY)]).toEqual([true, false]);
  });

  test('each state leaves the decisions that still make sense', () => {
    expect(Object.fromEntries(OFFER_STATES.map((state) => [state, decisionsOn(offer({ state }), TODAY)]))).toEqual({
      open: ['accept', 'counter', 'refuse'],
      countered: ['counter', 'refuse'],
      accepted: ['lapse'],
      refused: [],
      withdrawn: [],
      lapsed: [],
    });
    for (const state of OFFER_STATES) {
      expect(canWithdraw(offer({ state }), TODAY)).toBe(state === 'open');
      const problem = problemOfDecision(offer({ state }), { do: 'accept' }, TODAY);
      expect(problem).toBe(state === 'open' ? null : 'over');
    }
  });

  test('a counter-offer is another amount, and its last day has not passed', () => {
    expect(problemOfDecision(offer(), counter(410_000, TODAY), TODAY)).toBeNull();
    expect(problemOfDecision(offer(), counter(410_000, '2026-11-24'), TODAY)).toBe('day');
    for (const amount of [400_000, 399_999, 0, -1, 410_000.5, Number.NaN, 1_000_000_000])
      expect(problemOfDecision(offer(), counter(amount), TODAY), String(amount)).toBe('amount');
    expect(problemOfDecision(offer(), counter(999_999_999), TODAY)).toBeNull();
  });
});

test('a posted decision is read as people write it, and anything else is refused', () => {
  const read = (given: object) => decisionSchema.safeParse(given).data ?? null;
  expect(read({ do: 'counter', amount: '€ 410.000', until: '' })).toEqual(counter(410_000));
  expect(read({ do: 'counter', amount: '410k', until: '2026-12-01' })).toEqual(counter(410_000, '2026-12-01'));
  expect(read({ do: 'accept', amount: '', until: '' })).toEqual({ do: 'accept' });
  const wrong = [
    { do: 'counter', amount: 'veel', until: '' },
    { do: 'counter', amount: '1', until: '1/12' },
    { do: 'x' },
  ];
  expect(wrong.map(read)).toEqual([null, null, null]);
});
