import { listOf, recordOf } from '../../platform/values/values.ts';
import type { FormLeaf, FormNode, FormText } from './form-node.ts';

/** Kinds whose text may have several lines. */
const WITH_LINES: ReadonlySet<string> = new Set(['long', 'markdown', 'css', 'lines']);
const THOUSANDS = /^\d{1,3}(?:[. \u00a0\u202f]\d{3})+(?:,\d+)?$/;
const DATE_LENGTH = 'YYYY-MM-DD'.length;

/** The form of a value where the schema allows several: a text per language is written per language. */
export const nodeFor = (node: FormNode, value: unknown): FormNode =>
  node.type === 'leaf' && node.also === 'localized' && typeof value === 'object' && value !== null
    ? { type: 'text', as: 'line', label: node.label, isOptional: node.isOptional }
    : node;

/** The text of a value in a form; several for a choice of several. */
export function textsOf({ kind, items }: Pick<FormLeaf, 'kind' | 'items'>, value: unknown): string[] {
  if (value === undefined || value === null) return kind === 'choices' || kind === 'types' ? [] : [''];
  if (kind === 'choices') return listOf(value).map(String);
  if (kind === 'types') return String(value).split(',');
  if (kind === 'spans')
    return [
      listOf(value)
        .map(recordOf)
        .map(({ from, to }) => `${from}-${to}`)
        .join(', '),
    ];
  if (kind === 'lines')
    return [
      listOf(value)
        .map((one) => (items === 'pair' && Array.isArray(one) ? one.filter((part) => part !== null).join(' ') : one))
        .join('\n'),
    ];
  if (kind === 'date') return [String(value).slice(0, DATE_LENGTH)];
  return [String(value)];
}

/** A text as a browser sends it back unchanged: HTML has no other line ends, and no lone surrogates. */
export const sentText = (text: string, hasLines: boolean): string => {
  const plain = text.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd').toWellFormed();
  return hasLines ? plain : plain.replaceAll('\n', '');
};

/**
 * Whether a field is written in several lines: because of its kind, or because what it holds now, in any language, has
 * a line break. A field of one line would lose it.
 */
export function hasLines(node: Pick<FormLeaf, 'kind'> | Pick<FormText, 'as'>, value: unknown): boolean {
  const isLong = 'as' in node ? node.as !== 'line' : WITH_LINES.has(node.kind);
  const texts = typeof value === 'object' && value !== null ? Object.values(value) : [value];
  return isLong || texts.some((text) => typeof text === 'string' && /[\r\n]/.test(text));
}

/**
 * The value of a text that was posted; undefined = the field is left out. What cannot be read stays text, which the
 * schema then reports.
 */
export function valueOfTexts(leaf: FormLeaf, posted: readonly string[], before: unknown): unknown {
  const { kind, choices } = leaf;
  const texts = posted.map((text) => sentText(text, hasLines(leaf, before))).filter((text) => text !== '');
  const [text = ''] = texts;
  if (kind === 'choices') return texts.length > 0 || !leaf.isOptional ? texts : undefined;
  if (kind === 'types') return texts.length > 0 ? texts.join(',') : leaf.isOptional ? undefined : '';
  if (kind === 'lines') return linesOf(text, leaf);
  if (kind === 'spans') return spansOf(text, leaf.isOptional);
  if (text === '' && (leaf.isOptional || isNumeric(leaf) || kind === 'yesNo' || kind === 'choice')) return undefined;
  if (kind === 'yesNo') return text === 'true' ? true : text === 'false' ? false : text;
  if (kind === 'choice' && choices.some(({ value }) => typeof value === 'number')) return numberIn(text, false);
  if (isNumeric(leaf)) return numberIn(text.trim(), kind !== 'number');
  return leaf.also === 'number' ? numberIn(text.trim(), false) : text;
}

const isNumeric = ({ kind, of }: FormLeaf) =>
  kind === 'number' ||
  kind === 'money' ||
  kind === 'area' ||
  (kind === 'reference' && (of === 'project' || of === 'type' || of === 'country'));

/** The number in a text, as people in Belgium write it: `410.000`, `62,5`; a text without a number stays text. */
function numberIn(text: string, withThousands: boolean): number | string {
  const bare = withThousands ? text.replace(/€|euros?|m²|m2/gi, '').trim() : text;
  const plain = withThousands && THOUSANDS.test(bare) ? bare.replace(/[. \u00a0\u202f]/g, '') : bare;
  const number = Number(plain.replace(',', '.'));
  return plain.trim() !== '' && Number.isFinite(number) ? number : text;
}

function linesOf(text: string, { items, isOptional }: FormLeaf): unknown {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0 && isOptional) return undefined;
  if (items === 'number') return lines.map((line) => numberIn(line, false));
  if (items !== 'pair') return lines;
  return lines.map((line) => {
    const [name = '', value] = line.split(/\s+/);
    return [name, value === undefined ? null : numberIn(value, false)];
  });
}

const SPAN = /^(\d{1,2}[:.h]\d{2})\s*[-–]\s*(\d{1,2}[:.h]\d{2})$/;
const clock = (text: string) => text.replace(/[.h]/, ':').padStart('09:00'.length, '0');

function spansOf(text: string, isOptional: boolean): unknown {
  const parts = text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0) return isOptional ? undefined : [];
  return parts.map((part) => {
    const [, from, to] = SPAN.exec(part) ?? [];
    return from && to ? { from: clock(from), to: clock(to) } : { from: part, to: '' };
  });
}
