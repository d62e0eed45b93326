import { CONTENT_KINDS, hasRows, kindOfFile } from '../../../content/fields/content-kind.ts';
import type { TextPlace } from '../../../content/fields/text-places.ts';
import type { Translate } from '../../../i18n/label-key.ts';
import { type Language, type Localized, localized } from '../../../i18n/languages.ts';

/** What a content file is called: its title in any language, the kind that is one file, or its path. */
export function contentTitle(
  title: string | Localized | null,
  file: string,
  { language, t }: { language: Language; t: Translate },
): string {
  if (typeof title === 'string') return title;
  const any = title ? localized(title, language) || Object.values(title).find((text) => text) : '';
  const kind = kindOfFile(file)?.kind;
  return any || (kind && hasRows(CONTENT_KINDS[kind]) ? t(CONTENT_KINDS[kind].label) : file.replace(/\.json$/, ''));
}

/** The kind of a content file in words. */
export const kindWords = (file: string, t: Translate): string => {
  const kind = kindOfFile(file)?.kind;
  return kind ? t(CONTENT_KINDS[kind].label) : file;
};

/** The fields on the way to a text, in words. */
export const trailWords = (trail: TextPlace['trail'], t: Translate): string =>
  trail
    .map((step) => (typeof step === 'object' ? step.key : typeof step === 'number' ? `${step}` : t(step)))
    .join(' › ');
