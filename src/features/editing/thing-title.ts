import type { ContentKindName } from '../../content/fields/content-kind.ts';
import { type Localized, localized } from '../../i18n/localized.ts';

type Data = Readonly<Record<string, unknown>>;

const textOf = (value: unknown, language: string): string =>
  typeof value === 'string' ? value : value && typeof value === 'object' ? localized(value as Localized, language) : '';

/** What something is called in the lists of the studio; its name where it has no title yet. */
export function titleOfThing(kind: ContentKindName, data: unknown, name: string, language: string): string {
  const thing = (data && typeof data === 'object' ? data : {}) as Data;
  const text = (key: string) => textOf(thing[key], language);
  switch (kind) {
    case 'properties':
      return text('TypeDescription') || [text('MainTypeName'), text('City')].filter(Boolean).join(', ') || name;
    case 'projects':
      return text('TypeDescription') || name;
    case 'articles':
      return text('title') || name;
    case 'towns':
      return [thing.Zip, text('Name')].filter(Boolean).join(' ') || name;
    case 'types':
      return text('Name') || name;
    default:
      return text('name') || name;
  }
}

/** What tells two things of the same title apart: a reference and an address, a path. */
export function detailOfThing(kind: ContentKindName, data: unknown, language: string): string {
  const thing = (data && typeof data === 'object' ? data : {}) as Data;
  const text = (key: string) => textOf(thing[key], language);
  switch (kind) {
    case 'properties':
    case 'projects': {
      const street = [thing.Street, thing.HouseNumber].filter(Boolean).join(' ');
      return [thing.RecordFile, street, [thing.Zip, text('City')].filter(Boolean).join(' ')]
        .filter(Boolean)
        .join(' · ');
    }
    case 'routes':
      return text('paths');
    case 'pages':
      return text('path');
    case 'team':
      return text('role');
    case 'testimonials':
      return text('place');
    default:
      return '';
  }
}
