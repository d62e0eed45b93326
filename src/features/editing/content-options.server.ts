import type { Content } from '../../content/content.ts';
import type { Reference } from '../../content/fields/field-kind.ts';
import { type Localized, localized } from '../../i18n/localized.ts';
import { COUNTRIES, countryName } from '../place/country.ts';

/** What references can name, from the content as it is on disk. */
export function optionsOf(
  content: Content | null,
  language: string,
  listings: { value: string; label: string }[],
): (of: Reference) => { value: string; label: string }[] {
  const text = (value: Localized | string) => (typeof value === 'string' ? value : localized(value, language));
  return (of) => {
    if (!content) return [];
    switch (of) {
      case 'member':
        return content.members.map(({ id, name }) => ({ value: id, label: name }));
      case 'property':
        return listings;
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
      case 'country':
        return Object.keys(COUNTRIES)
          .map((id) => ({ value: id, label: countryName(Number(id), language) }))
          .sort((a, b) => a.label.localeCompare(b.label, language));
      case 'image':
        return imagesOf(content).map((value) => ({ value, label: '' }));
      case 'relation':
        return relationsOf(content, text);
      default:
        return [];
    }
  };
}

/** The pictures that pages, texts, people and projects use, each once. */
function imagesOf({ pages, articles, members, projects }: Content): string[] {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    for (const [key, inner] of Object.entries(value)) {
      if ((key === 'src' || key === 'Url') && typeof inner === 'string') found.add(inner);
      else look(inner);
    }
  };
  look([pages, articles, members, projects]);
  return [...found].sort();
}

/** What a module can show: texts, groups of texts, lists and the team. */
function relationsOf({ articles }: Content, text: (value: Localized) => string): { value: string; label: string }[] {
  const groups = [...new Set(articles.flatMap(({ group }) => group ?? []))].sort();
  return [
    ...articles.map(({ id, title }) => ({ value: id, label: text(title) })),
    ...groups.map((group) => ({ value: group, label: `${group} (…)` })),
    ...['sale', 'rent', 'team', 'testimonials'].map((value) => ({ value, label: value })),
  ];
}
