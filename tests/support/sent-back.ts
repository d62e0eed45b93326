import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { editedText } from '../../src/content/changes/change-file.server.ts';
import { hasLines, nodeFor, sentText, textsOf } from '../../src/content/fields/field-text.ts';
import { type FormNode, formOf } from '../../src/content/fields/form-node.ts';
import { childOf, type Place, pointerOf } from '../../src/content/fields/pointer.ts';
import { withPosted } from '../../src/content/fields/posted-form.ts';
import { contentSchemaOf } from '../../src/content/files/content-schemas.server.ts';
import { FORMS } from './form-labels.ts';

/** The fields of a form as a browser without JavaScript sends them back when nobody changed anything. */
export function sentBack(node: FormNode, value: unknown, place: Place = [], sent = new Map<string, string[]>()) {
  const own = nodeFor(node, value);
  if (own.type === 'text') {
    const languages = new Set(['nl', 'fr', 'en', 'de', ...Object.keys((value as object | undefined) ?? {})]);
    for (const code of languages) {
      const text = childOf(value, code);
      sent.set(pointerOf([...place, code]), [sentText(typeof text === 'string' ? text : '', hasLines(own, value))]);
    }
  } else if (own.type === 'leaf') {
    const texts = textsOf(own, value).map((text) => sentText(text, hasLines(own, value)));
    if (own.kind !== 'pictures' && own.kind !== 'documents')
      sent.set(pointerOf(place), own.kind === 'choices' || own.kind === 'types' ? ['', ...texts] : texts);
  } else if (own.type === 'group') {
    for (const [name, inner] of own.fields) sentBack(inner, childOf(value, name), [...place, name], sent);
  } else {
    const items = Array.isArray(value) ? value.entries() : Object.entries((value as object | undefined) ?? {});
    for (const [key, item] of items) sentBack(own.item, item, [...place, key], sent);
  }
  return sent;
}

function jsonFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && entry.name.endsWith('.json') ? [join(entry.parentPath, entry.name)] : [],
  );
}

/**
 * The form of each content file below a folder, sent back as it was, changes no byte of the file; returns the number of
 * files.
 */
export function expectUnchanged(folder: string): number {
  const names = jsonFiles(folder).map((file) => file.slice(folder.length + 1));
  const forms = names.filter((name) => FORMS.some((one) => one === contentSchemaOf(name)));
  for (const name of forms) {
    const text = readFileSync(join(folder, name), 'utf8');
    const data = JSON.parse(text) as unknown;
    const form = formOf(contentSchemaOf(name)!.schema);
    const after = withPosted(form, data, sentBack(form, data));
    expect(after, name).toEqual(data);
    expect(editedText(text, after), name).toBe(text);
  }
  return forms.length;
}
