import { isDeepStrictEqual } from 'node:util';
import { type Remark, remark } from '../../i18n/remark.server.ts';
import { withHiddenAddress } from '../property/hidden-address.ts';
import type { Property } from '../property/property.ts';
import { type PictureItem, textsOf } from './given-values.server.ts';

type Data = Readonly<Record<string, unknown>>;

/** The photographs of a property; null when it has no list of them. */
export const itemsOf = (data: Data | null): PictureItem[] | null =>
  Array.isArray(data?.XLargePictureItems) ? (data.XLargePictureItems as PictureItem[]) : null;

/**
 * What is said of values, texts and photographs of an editor that stay although the export has others (`facts`,
 * `pictures`). Of fields that an editor took over nothing is said.
 */
export function keptNotes({
  facts,
  pictures,
  property,
  present,
  edited,
  taken,
}: {
  facts: Data;
  pictures: readonly PictureItem[];
  /** The property as it will be. */
  property: Data;
  /** The property as its file has it. */
  present: Data | null;
  /** Fields that an editor changed since the last import. */
  edited: ReadonlySet<string>;
  taken: ReadonlySet<string>;
}): Remark[] {
  const values = [...edited]
    .filter((name) => facts[name] !== undefined && !isDeepStrictEqual(present?.[name], facts[name]))
    .map((name) => remark('REMARK_EDITOR_VALUE', { field: name, value: JSON.stringify(facts[name]).slice(0, 40) }));
  const texts = textsOf(facts).flatMap((text) => {
    const [name = '', language = ''] = text.split('.');
    const [theirs, ours] = [facts, property].map((all) => (all[name] as Data | undefined)?.[language]);
    return taken.has(name) || theirs === ours ? [] : [remark('REMARK_EDITOR_TEXT', { field: text })];
  });
  const urls = (items: readonly PictureItem[]) => items.map(({ Url }) => Url);
  const ours = itemsOf(property) ?? [];
  const isArranged = !taken.has('XLargePictureItems') && !isDeepStrictEqual(urls(pictures), urls(ours));
  const photographs = isArranged && ours.length > 0 ? [remark('REMARK_EDITOR_PHOTOS')] : [];
  return [...values, ...texts, ...photographs];
}

/** What is said of texts that name a hidden address. */
export const addressNotes = (property: Data): Remark[] =>
  withHiddenAddress(property as Property).named.map(({ path, isLeftOut }) =>
    remark(isLeftOut ? 'REMARK_ADDRESS_LEFT_OUT' : 'REMARK_ADDRESS_RENAME', { field: path.join('.') }),
  );
