import type { PropertyType } from '../place/place.ts';
import type { Feature } from '../property/features.ts';

/** What a word of a search phrase means. */
export type Meaning =
  | { is: 'type'; key: PropertyType['key'] }
  | { is: 'goal'; goal: 'sale' | 'rent' }
  | { is: 'feature'; feature: Feature }
  | { is: 'number'; number: number }
  | { is: 'times'; factor: number }
  | { is: 'most' | 'least' | 'more' | 'between' | 'and' | 'about' | 'to' | 'near' }
  | { is: 'bedrooms' | 'rooms' | 'surface' | 'km' | 'label' | 'euro' | 'month' | 'without' | 'filler' };

const list = (text: string) => text.split(',').map((one) => one.trim());
/** Words with one meaning, separated by commas, as entries of a vocabulary. */
export const mean = (meaning: Meaning, text: string): [string, Meaning][] =>
  list(text).map((words) => [words, meaning]);
