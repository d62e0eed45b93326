import type { FormSettings } from '../settings/form-settings.ts';
import type { Field, FieldValidator, FormDefinition } from './form.ts';

/** The fields a form asks by these settings: hidden ones are gone, others are optional or required as set. */
export function fieldsOf(form: FormDefinition, settings: FormSettings): Field[] {
  const uses = Object.hasOwn(settings.fields, form.name) ? (settings.fields[form.name] ?? {}) : {};
  return form.fields.flatMap((field) => {
    const criteria = !field.fixed && Object.hasOwn(uses, field.name) ? uses[field.name] : undefined;
    return criteria === 'hidden' ? [] : [{ ...field, required: criteria ? criteria === 'required' : field.required }];
  });
}

/** The hours at which a visitor in a language can ask to be called. */
export function timeSlotsOf(settings: FormSettings, language: string): { from: string; to: string }[] {
  const own = Object.hasOwn(settings.timeSlotsByLanguage, language) ? settings.timeSlotsByLanguage[language] : undefined;
  return own ?? settings.timeSlots;
}

/** The rules of a form's fields, with the values that content allows for its choices. */
export function validatorsOf(
  fields: readonly Field[],
  sources: {
    'property-types': readonly string[];
    towns: readonly string[];
    'time-slots': readonly string[];
    'viewing-slots'?: readonly string[];
  },
): FieldValidator[] {
  return fields.map(({ name, kind, required, pattern, max, options }) => ({
    name,
    kind,
    required,
    pattern,
    max,
    values: typeof options === 'string' ? (sources[options] ?? []) : options?.map(({ value }) => value),
  }));
}
