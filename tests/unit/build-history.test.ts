import { describe, expect, test } from 'vitest';
import type { Content } from '../../src/content/content.ts';
import { applyPast, NO_PAST, type Past } from '../../src/features/property/history.server.ts';

const MARQUEE = { '0': 'none', '3': 'sold' } as const;

/** The news of one property of this content after a build with this past. */
function newsOf(property: Record<string, unknown>, past: Partial<Past>) {
  const content = {
    properties: [{ ID: 1, Price: 390_000, PublishPrice: true, Marquee: 0, ...property }],
    routes: [],
    settings: { site: { marquee: MARQUEE, soldForDays: 60 } },
  } as unknown as Content;
  applyPast(content, { ...NO_PAST, ...past });
  const [built] = content.properties;
  return built ? [built.News ?? null, built.PreviousPrice ?? null] : 'left out';
}

describe('a property in a build', () => {
  const open = { 1: { status: 'open', price: 400_000 } } as const;
  const cut = { 1: { kind: 'price-cut', previousPrice: 420_000 } } as const;
  test.each<[string, Record<string, unknown>, Partial<Past>, unknown]>([
    ['never seen has no news', {}, {}, [null, null]],
    ['with a lower price than seen is reduced', {}, { seen: open }, ['price-cut', 400_000]],
    ['with a higher price is not', { Price: 410_000 }, { seen: open }, [null, null]],
    ['reduced again names the price before', {}, { seen: open, news: cut }, ['price-cut', 400_000]],
    ['raised after a reduction is no longer reduced', { Price: 410_000 }, { seen: open, news: cut }, [null, null]],
    ['that did not change keeps its news', { Price: 400_000 }, { seen: open, news: cut }, ['price-cut', 420_000]],
    ['whose price is hidden now has not changed', { PublishPrice: false }, { seen: open }, [null, null]],
    ['whose price was hidden has not changed', {}, { seen: { 1: { status: 'open', price: null } } }, [null, null]],
    ['that was sold is back', {}, { seen: { 1: { status: 'sold', price: 400_000 } } }, ['back', null]],
    ['that is sold now has no news', { Marquee: 3 }, { seen: open, news: cut }, [null, null]],
    ['sold for too long is left out', { Marquee: 3 }, { expired: [1] }, 'left out'],
    ['names what was published, not its file', { PreviousPrice: 450_000 }, { seen: open }, ['price-cut', 400_000]],
  ])('%s', (_name, property, past, expected) => {
    expect(newsOf(property, past)).toEqual(expected);
  });
});
