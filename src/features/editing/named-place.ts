import type { FieldKind } from '../../content/fields/field-kind.ts';
import type { FormNode } from '../../content/fields/form-node.ts';

/** A part of a place of a document, as its form names it. */
export type PlacePart = { label: string } | { language: string } | { number: number } | { key: string };

/** What a form says about a place of a document: how its parts are named, and what its value is. */
export interface NamedPlace {
  parts: PlacePart[];
  kind: FieldKind | 'text';
  choices: ReadonlyMap<string, string>;
}

/** Parts of photographs and documents, which have a page of their own instead of a form. */
const OF_MEDIA: Readonly<Record<string, string>> = { Name: 'FIELD_ALT', Url: 'FIELD_SRC', Title: 'FIELD_TITLE' };

const NO_CHOICES: ReadonlyMap<string, string> = new Map();

/**
 * Names a place of a document by its form; labels are keys of the label files. A part that the form does not have is
 * named by its key.
 */
export function namedPlace(form: FormNode | null, place: readonly PropertyKey[]): NamedPlace {
  let node: FormNode | null = form;
  const parts = place.map((part): PlacePart => {
    const over = node;
    node = below(over, part);
    if (over?.type === 'text' || (typeof part === 'string' && /^[a-z]{2}$/.test(part) && !node))
      return { language: String(part) };
    if (typeof part === 'number') return { number: part + 1 };
    const own = OF_MEDIA[String(part)];
    if (own && !node) return { label: own };
    return node && over?.type === 'group' ? { label: node.label } : { key: String(part) };
  });
  // Its type follows a path: each step may be any kind of node.
  const leaf = node as FormNode | null;
  if (leaf?.type !== 'leaf') return { parts, kind: 'text', choices: NO_CHOICES };
  return { parts, kind: leaf.kind, choices: new Map(leaf.choices.map(({ value, label }) => [String(value), label])) };
}

function below(node: FormNode | null, part: PropertyKey): FormNode | null {
  if (node?.type === 'group') return node.fields.get(String(part)) ?? null;
  return node?.type === 'list' || node?.type === 'table' ? node.item : null;
}

/** The texts and numbers in a value, in their order. */
export function plainTexts(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  return typeof value === 'object' ? Object.values(value).flatMap(plainTexts) : [String(value)];
}

/** What a content file is called, in the languages that it has; empty for one without a title. */
export function titleIn(data: unknown): string | Readonly<Record<string, string>> {
  if (typeof data !== 'object' || data === null) return '';
  const members = data as Readonly<Record<string, unknown>>;
  for (const name of ['TypeDescription', 'title', 'name', 'headline']) {
    const value = Object.hasOwn(members, name) ? members[name] : undefined;
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'object' && value !== null) return value as Record<string, string>;
  }
  return '';
}
