import type { FormView } from './form-view.ts';

/** The form as it stands beside its HTML: options are read from the HTML. */
export function withoutOptions(form: FormView): FormView {
  return { ...form, fields: form.fields.map(({ options: _, ...field }) => field) };
}

/** The form with the options that its HTML shows: of radios, check boxes and lists. */
export function withOptions(form: FormView, html: ParentNode): FormView {
  const fields = form.fields.map((field) => {
    const inputs = html.querySelectorAll<HTMLInputElement | HTMLOptionElement>(
      `[type=radio][name="${field.name}"], [type=checkbox][name="${field.name}"], select[name="${field.name}"] option`,
    );
    const options = [...inputs]
      .filter(({ value }) => value !== '')
      .map((input) => {
        const summary = input.closest('details')?.querySelector('summary');
        const group = summary?.firstElementChild?.firstChild?.textContent;
        const groupNote = summary?.querySelector('[data-note]')?.textContent;
        const label = (input instanceof HTMLOptionElement ? input : input.nextElementSibling)?.textContent ?? '';
        return { value: input.value, label, ...(group && { group }), ...(groupNote && { groupNote }) };
      });
    return options.length > 0 ? { ...field, options } : field;
  });
  return { ...form, fields };
}
