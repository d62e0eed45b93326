import type { FormSettings } from '../settings/form-settings.ts';
import type { Field, FieldRule, FormDefinition } from './form.ts';

/** The fields a form asks by these settings: hidden ones are gone, others are optional or required as set. */
export function fieldsOf(form: FormDefinition, settings: FormSettings): Field[] {
  const wishes = Object.hasOwn(settings.fields, form.name) ? (settings.fields[form.name] ?? {}) : {};
  return form.fields.flatMap((field) => {
    const wish = !field.fixed && Object.hasOwn(wishes, field.name) ? wishes[field.name] : undefined;
    return wish === 'hidden' ? [] : [{ ...field, required: wish ? wish === 'required' : field.required }];
  });
}

/** The hours at which a visitor in a language can ask to be called. */
export function timeSlotsOf(settings: FormSettings, language: string): { from: string; to: string }[] {
  const own = Object.hasOwn(settings.timeSlotsByLanguage, language) ? settings.timeSlotsByLanguage[language] : undefined;
  return own ?? settings.timeSlots;
}

/** The rules of a form's fields, with the values that content allows for its choices. */
export function rulesOf(
  fields: readonly Field[],
  sources: {
    'property-types': readonly string[];
    towns: readonly string[];
    'time-slots': readonly string[];
    'visit-slots'?: readonly string[];
  },
): FieldRule[] {
  return fields.map(({ name, kind, required, pattern, max, options }) => ({
    name,
    kind,
    required,
    pattern,
    max,
    values: typeof options === 'string' ? (sources[options] ?? []) : options?.map(({ value }) => value),
  }));
}
