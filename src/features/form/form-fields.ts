import type { Field, FieldSource, FieldValidator, FormDefinition, FormSubject } from './form.ts';
import type { FormSettings } from './form-settings.ts';

/** The fields of a form under these settings: hidden ones are left out, others are optional or required as set. */
export function fieldsOf(
  form: Pick<FormDefinition, 'name' | 'fields' | 'prepare'>,
  settings: FormSettings,
  subject?: FormSubject,
): Field[] {
  const uses = Object.hasOwn(settings.fields, form.name) ? (settings.fields[form.name] ?? {}) : {};
  const fields = (subject && form.prepare?.(form.fields, subject)) ?? form.fields;
  return fields.flatMap((field) => {
    const use = !field.fixed && Object.hasOwn(uses, field.name) ? uses[field.name] : undefined;
    return use === 'hidden' ? [] : [{ ...field, required: use ? use === 'required' : field.required }];
  });
}

/** The hours at which a visitor in a language can ask for a call. */
export function timeSlotsOf(settings: FormSettings, language: string): { from: string; to: string }[] {
  const own = Object.hasOwn(settings.timeSlotsByLanguage, language)
    ? settings.timeSlotsByLanguage[language]
    : undefined;
  return own ?? settings.timeSlots;
}

/** Whether a form offers free times for a viewing. */
export const offersViewingTimes = ({ fields }: Pick<FormDefinition, 'fields'>): boolean =>
  fields.some(({ options }) => options === 'viewing-slots');

/** The validators of fields, with the values that the content allows for their choices. */
export function validatorsOf(
  fields: readonly Field[],
  sources: Readonly<Partial<Record<FieldSource, readonly string[]>>>,
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
