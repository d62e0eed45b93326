import type { Reference } from '../../domain/content/field-kind.ts';
import type { Finding } from '../../domain/content/finding.ts';
import { type Place, pointerOf } from '../../domain/content/pointer.ts';
import { type Localized, localized } from '../../i18n/localized.ts';
import type { Content } from '../../server/catalogue/content/content.ts';

/** What every field of a form of content knows of the form around it. */
export interface FormContext {
  canChange(place: Place): boolean;
  /** What is wrong with a field, by its JSON Pointer. */
  findings: ReadonlyMap<string, readonly Finding[]>;
  languages: readonly string[];
  options(of: Reference | 'type'): readonly { value: string; label: string }[];
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

/** What references can name, from the content as it is on disk. */
export function optionsOf(content: Content | null, language: string): FormContext['options'] {
  const text = (value: Localized | string) => (typeof value === 'string' ? value : localized(value, language));
  return (of) => {
    if (!content) return [];
    switch (of) {
      case 'member':
        return content.members.map(({ id, name }) => ({ value: id, label: name }));
      case 'office':
        return content.settings.offices.offices.map(({ id, name }) => ({ value: id, label: text(name) }));
      case 'project':
        return content.projects.map(({ ID, TypeDescription }) => ({ value: String(ID), label: text(TypeDescription) }));
      case 'article':
        return content.articles.map(({ id, title }) => ({ value: id, label: text(title) }));
      case 'route':
        return content.routes.map(({ name, paths }) => ({ value: name, label: `${name} (/${text(paths)})` }));
      case 'page':
        return content.pages.map(({ id, name }) => ({ value: id, label: text(name) }));
      case 'type':
        return content.propertyTypes.map(({ WebID, Name }) => ({ value: String(WebID), label: text(Name) }));
      case 'town':
        return content.cities.map(({ Zip, Name }) => ({ value: `${Zip} ${text(Name)}`, label: '' }));
      default:
        return [];
    }
  };
}
