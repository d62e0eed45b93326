import { LABEL_LANGUAGES, type Localized } from '../../i18n/languages.ts';
import { isRecord, recordOf } from '../../platform/values/values.ts';

/** What a template is filled with. */
export interface Filling {
  /** What applies to the agency: `sale`, `rent`, `projects` and its region. */
  tags: ReadonlySet<string>;
  languages: readonly string[];
  /** The values of `{{name}}`; a text per language is filled in where a text of that language is. */
  values: Readonly<Record<string, string | number | boolean | readonly string[] | Localized>>;
}

const NAME = /\{\{([^{}]+)\}\}/g;
const WHOLE = /^\{\{([^}]+)\}\}$/;
const LANGUAGE = new RegExp(`^(${LABEL_LANGUAGES.join('|')})$`);

/**
 * A template of content with everything filled in; `undefined` when it does not apply to the agency.
 *
 * - An object with `$only` applies when one of its tags does, with `$every` when all of them do.
 * - `{ "$first": [...] }` becomes the first of its values that applies; an object with `$value` becomes that value.
 * - A text per language keeps the languages of the agency.
 * @example filled({ nl: 'In {{city}}', fr: 'À {{city}}' }, { tags, languages: ['nl'], values: { city: 'Gent' } })
 * // { nl: 'In Gent' }
 */
export function filled(template: unknown, filling: Filling, language?: string): unknown {
  if (typeof template === 'string') return filledText(template, filling, language);
  if (Array.isArray(template)) return template.flatMap((one) => presentIn(filled(one, filling, language)));
  if (template === null || typeof template !== 'object') return template;
  const { $only, $every, $first, $value, ...rest } = recordOf(template);
  if (Array.isArray($only) && !$only.some((tag) => filling.tags.has(tag))) return undefined;
  if (Array.isArray($every) && !$every.every((tag) => filling.tags.has(tag))) return undefined;
  if ($value !== undefined) return filled($value, filling, language);
  if (Array.isArray($first)) {
    for (const one of $first) {
      const found = filled(one, filling, language);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const entries = Object.entries(rest);
  const isLocalized = entries.length > 0 && entries.every(([key]) => LANGUAGE.test(key));
  return Object.fromEntries(
    entries
      .filter(([key]) => !isLocalized || filling.languages.includes(key))
      .flatMap(([key, value]) =>
        presentIn(filled(value, filling, isLocalized ? key : language)).map((one) => [key, one]),
      ),
  );
}

const presentIn = (value: unknown): unknown[] => (value === undefined ? [] : [value]);

function filledText(text: string, { values }: Filling, language = ''): unknown {
  const known = (name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`A template of new-agency names "${name}", which has no value.`);
    return isRecord(value) && language !== '' ? (value[language] ?? '') : value;
  };
  const whole = WHOLE.exec(text)?.[1];
  return whole === undefined ? text.replace(NAME, (_, name: string) => String(known(name))) : known(whole);
}
