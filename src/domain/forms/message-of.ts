import type { FormView } from './form-view.ts';

/** What is said at a field of a form for a problem's code: in the words of the field, else in those of all fields. */
export function messageOf(form: FormView, name: string, code: string): string {
  const field = form.fields.find((one) => one.name === name);
  const own = name === 'captcha' ? form.captcha?.messages : field?.messages;
  const said = (own && Object.hasOwn(own, code) ? own[code] : form.messages[code]) ?? form.messages.wrong ?? '';
  return said.replace('{max}', String(field?.max ?? 2000));
}
