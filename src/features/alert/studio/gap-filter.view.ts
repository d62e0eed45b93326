import type { GapFilter } from '../demand.server.ts';

/** Numbers of weeks that can be chosen; the first one is the standard. */
export const WEEKS = [4, 13, 52] as const;
const OFFERS = ['none', 'few', 'any'] as const;

/** The filter in the address of the report of what is searched; what cannot be read does not count. */
export function gapFilterOf(query: URLSearchParams): GapFilter {
  const text = (name: string) => query.get(name)?.trim().slice(0, 100) || undefined;
  const goal = text('goal');
  const offer = OFFERS.find((one) => one === query.get('offer')) ?? 'few';
  return {
    weeks: WEEKS.find((weeks) => String(weeks) === query.get('weeks')) ?? WEEKS[0],
    goal: goal === 'sale' || goal === 'rent' ? goal : undefined,
    place: text('place'),
    typeKey: text('type'),
    offer: offer === 'any' ? undefined : offer,
  };
}
