import type { FieldErrors } from 'react-hook-form';
import type { FormValues, Problems } from './form.ts';
import type { FormView } from './form-view.ts';

/** Values in which a field of several choices is always a list, because a single value would tick every box. */
export const listsIn = (values: FormValues, validators: FormView['fields']): FormValues =>
  Object.fromEntries(
    validators
      .filter(({ kind }) => kind === 'checks')
      .map(({ name }) => [name, [values[name] ?? []].flat().map(String)]),
  );

/** Problems reported by the server as errors of react-hook-form, each with its message. */
export const errorsOf = (problems: Problems, say: (name: string, code: string) => string) =>
  Object.fromEntries(
    Object.entries(problems).map(([name, code]) => [name, { type: code, message: say(name, code) }]),
  ) as FieldErrors<FormValues>;

/** The message at each field with an error. */
export const messagesOf = (errors: FieldErrors<FormValues>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, String(error?.message ?? '')]));
