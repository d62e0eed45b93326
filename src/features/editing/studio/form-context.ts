import type { Reference } from '../../../content/fields/field-kind.ts';
import type { Finding } from '../../../content/fields/finding.ts';
import { type Place, pointerOf } from '../../../content/fields/pointer.ts';

/** What every field of a form of content knows of the form around it. */
export interface FormContext {
  canChange(place: Place): boolean;
  /** What is wrong with a field, by its JSON Pointer. */
  findings: ReadonlyMap<string, readonly Finding[]>;
  languages: readonly string[];
  /** The currency of amounts. */
  currency: string;
  options(of: Reference): readonly { value: string; label: string }[];
  /** Page with the photographs and documents of the thing; null without one. */
  photosHref: string | null;
  /** The CRM that decides fields of the property, and what was taken over from it. */
  crm: { source: string; owned: ReadonlySet<string>; taken: ReadonlySet<string> } | null;
}

/** Findings by the field at which they are shown: the nearest one that the form has. */
export function findingsByPlace(
  findings: readonly Finding[],
  hasField: (pointer: string) => boolean,
): Map<string, Finding[]> {
  const found = new Map<string, Finding[]>();
  for (const finding of findings) {
    const places = finding.place.map((_, at) => pointerOf(finding.place.slice(0, finding.place.length - at)));
    const place = places.find(hasField) ?? '';
    found.set(place, [...(found.get(place) ?? []), finding]);
  }
  return found;
}
