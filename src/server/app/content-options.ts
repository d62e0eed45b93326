import type { Reference } from '../../domain/content/field-kind.ts';
import { type Localized, localized } from '../../i18n/localized.ts';
import type { Content } from '../catalogue/content/content.ts';

/** What references can name, from the content as it is on disk. */
export function optionsOf(
  content: Content | null,
  language: string,
): (of: Reference) => { value: string; label: string }[] {
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
