/** A property that a visitor wants to sell or let, as far as a form says. */
export interface OfferedProperty {
  zip: string;
  typeKey: string;
  /** null: not decided yet. */
  goal: 'sale' | 'rent' | null;
  /** Living area in square metres; null when it is not given. */
  surface: number | null;
}
