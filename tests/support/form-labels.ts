import { type FormNode, formOf, keyOfName } from '../../src/content/fields/form-node.ts';
import { CONTENT_SCHEMAS } from '../../src/content/files/content-schemas.server.ts';
import { SETTINGS } from '../../src/content/settings/settings.ts';

/** The kinds of content files that have a form. */
export const FORMS = CONTENT_SCHEMAS.filter(({ name }) => !['labels', 'demo-portal'].includes(name));

/** The labels that the forms of all content files ask for, each with the place that asks. */
export function labelsOfForms(): { label: string; where: string }[] {
  const found: { label: string; where: string }[] = [];
  const walk = (node: FormNode, where: string): void => {
    found.push({ label: node.label, where });
    if (node.type === 'group') for (const [name, inner] of node.fields) walk(inner, `${where}.${name}`);
    if (node.type === 'list' || node.type === 'table') walk(node.item, `${where}[]`);
    if (node.type === 'leaf')
      for (const { label, value } of node.choices) found.push({ label, where: `${where}=${value}` });
  };
  for (const { name, schema } of FORMS) walk(formOf(schema), name);
  return found;
}

/** The same, with the names of the files of settings and the states of a page, each once. */
export const FORM_LABELS: readonly string[] = [
  ...new Set([
    ...labelsOfForms().map(({ label }) => label),
    ...Object.keys(SETTINGS).map((name) => `SETTINGS_${keyOfName(name)}`),
  ]),
];
