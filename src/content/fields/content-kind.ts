import type { LabelKey } from '../../i18n/label-key.ts';
import { isOneOf, keysOf } from '../../platform/values/values.ts';

/** A kind of content that is edited in the studio. */
export interface ContentKind {
  label: LabelKey;
  /** Folder of its files, or the one file whose rows it is; below the content folder. */
  where: string;
  section: 'properties' | 'website';
  /** Whether somebody can add one, and take one away. */
  isOpen: boolean;
  /** The heading of a new one; left out where nobody can add one. */
  newLabel?: LabelKey;
  /** How a new file gets its name: the next number, or a word from its title. */
  naming?: 'number' | 'word';
}

/** The kinds of content in the order of their menu. */
export const CONTENT_KINDS = {
  properties: {
    label: 'PROPERTIES',
    newLabel: 'CONTENT_NEW_PROPERTY',
    where: 'properties/',
    section: 'properties',
    isOpen: true,
    naming: 'number',
  },
  projects: {
    label: 'PROJECTS',
    newLabel: 'CONTENT_NEW_PROJECT',
    where: 'projects/',
    section: 'properties',
    isOpen: true,
    naming: 'number',
  },
  pages: {
    label: 'CONTENT_PAGES',
    newLabel: 'CONTENT_NEW_PAGE',
    where: 'menu/',
    section: 'website',
    isOpen: true,
    naming: 'word',
  },
  articles: {
    label: 'CONTENT_ARTICLES',
    newLabel: 'CONTENT_NEW_ARTICLE',
    where: 'articles/',
    section: 'website',
    isOpen: true,
    naming: 'word',
  },
  team: {
    label: 'CONTENT_TEAM',
    newLabel: 'CONTENT_NEW_MEMBER',
    where: 'category/team/',
    section: 'website',
    isOpen: true,
    naming: 'word',
  },
  testimonials: {
    ...{ label: 'TESTIMONIALS', newLabel: 'CONTENT_NEW_TESTIMONIAL', where: 'testimonials/', section: 'website' },
    ...{ isOpen: true, naming: 'number' },
  },
  settings: { label: 'CONTENT_SETTINGS', where: 'settings/', section: 'website', isOpen: false },
  routes: { label: 'CONTENT_ROUTES', where: 'routes.json', section: 'website', isOpen: false },
  types: { label: 'CONTENT_TYPES', where: 'property-types.json', section: 'website', isOpen: false },
  towns: {
    label: 'CONTENT_TOWNS',
    newLabel: 'CONTENT_NEW_TOWN',
    where: 'cities.json',
    section: 'website',
    isOpen: true,
  },
} as const satisfies Record<string, ContentKind>;
export type ContentKindName = keyof typeof CONTENT_KINDS;

/** The names of all kinds. */
export const CONTENT_KIND_NAMES = keysOf(CONTENT_KINDS);

/** The name of a kind in a URL or a form; null for any other text. */
export const contentKindName = (name: unknown): ContentKindName | null =>
  isOneOf(CONTENT_KIND_NAMES, name) ? name : null;

/** The heading of a new thing of a kind. */
export const newLabelOf = (kind: ContentKindName): LabelKey => {
  const { label, newLabel }: ContentKind = CONTENT_KINDS[kind];
  return newLabel ?? label;
};

/** Whether a kind consists of rows of one file. */
export const hasRows = ({ where }: ContentKind): boolean => where.endsWith('.json');

/** The file of something of a kind, and its row; null for a name that no file can have. */
export function fileOf(kind: ContentKind, name: string): { file: string; row: number | null } | null {
  if (hasRows(kind)) return /^\d{1,6}$/.test(name) ? { file: kind.where, row: Number(name) } : null;
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/i.test(name) && name.length <= 80
    ? { file: `${kind.where}${name}.json`, row: null }
    : null;
}

/** The kind of a file, and its name in a URL; null for a file that the studio does not edit. */
export function kindOfFile(file: string): { kind: ContentKindName; name: string } | null {
  const kind = CONTENT_KIND_NAMES.find((one) => {
    const { where } = CONTENT_KINDS[one];
    return where === file || (where.endsWith('/') && file.startsWith(where) && !file.slice(where.length).includes('/'));
  });
  if (!kind) return null;
  const name = CONTENT_KINDS[kind].where === file ? '' : file.slice(CONTENT_KINDS[kind].where.length, -'.json'.length);
  return { kind, name };
}
