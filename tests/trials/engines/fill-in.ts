import { valuesOnPage } from '../../support/valid-values.ts';
import type { Visitor } from './visitor.ts';

/** The form of a page. */
export const FORM = 'main form[data-form]';
const MOST_STEPS = 6;

/** Fills in the form of the page, in all its steps, and sends it. */
export async function fillIn(visitor: Visitor, form: string): Promise<void> {
  const known = valuesOnPage(form);
  // A friend receives, and a visitor sends, a few such mails at most.
  const values =
    'friendEmail' in known
      ? { ...known, email: `an${Date.now()}@example.be`, friendEmail: `jan${Date.now()}@example.be` }
      : known;
  const filled = new Set<string>();
  // The script of the form comes with the first touch, and divides a long form into steps.
  await visitor.click(`${FORM} :is(input:not([type=hidden]), textarea)`);
  await visitor.sees(`${FORM}[novalidate]`);
  let isAskedAgain = false;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    for (const name of ['slot', ...Object.keys(values)]) {
      if (filled.has(name)) continue;
      const kind = await visitor.run(kindOf, FORM, name);
      if (!kind) continue;
      await enter(visitor, `${FORM} [name="${name}"]`, kind, [values[name] ?? []].flat());
      filled.add(name);
    }
    const before = await visitor.run(stateOf, FORM);
    await visitor.click(`${FORM} button[type=submit]`);
    const after = await visitor.until('sending changes nothing', changed, FORM, before);
    if (after === 'thanked') return;
    // An amount far from the asking price is read back once.
    if (after.startsWith('wrong') && isAskedAgain) throw new Error(`the form ${form} is refused: ${after}`);
    isAskedAgain = after.startsWith('wrong');
  }
  throw new Error(`the form ${form} has more than ${MOST_STEPS} steps`);
}

async function enter(visitor: Visitor, field: string, kind: string, given: readonly string[]): Promise<void> {
  if (kind === 'found') {
    await visitor.fill(`${FORM} .chooser [role=combobox]`, given[0]!.split('|')[0]!);
    await visitor.sees(`${FORM} .chooser [role=option]`);
    await visitor.press('Enter');
    await visitor.sees(`${FORM} .chips button`);
  } else if (kind === 'choice')
    for (const value of given.length > 0 ? given : [''])
      await visitor.click(value ? `${field}[value="${value}"]` : field);
  else if (kind === 'text') await visitor.fill(field, given[0]!);
  // A list or a calendar that opens belongs to the system, not to the page.
  else
    await visitor.run(
      (selector, value) => {
        const one = document.querySelector<HTMLInputElement>(selector)!;
        one.focus();
        one.value = value;
        for (const type of ['input', 'change']) one.dispatchEvent(new Event(type, { bubbles: true }));
      },
      field,
      given[0]!,
    );
}

/** Runs in the page: how a field is filled in, or null when it is not shown now. */
function kindOf(form: string, name: string): 'choice' | 'text' | 'picked' | 'found' | null {
  const field = document.querySelector<HTMLInputElement>(`${form} [name="${name}"]`);
  // Boxes of towns are ticked by a field that finds them.
  if (field?.closest('.f')?.querySelector('.chooser [role=combobox]')?.checkVisibility()) return 'found';
  const fold = field?.closest('details');
  if (fold?.parentElement?.checkVisibility()) fold.open = true;
  if (!field || !(field.closest('label') ?? field).checkVisibility({ visibilityProperty: true })) return null;
  if (field.type === 'radio' || field.type === 'checkbox') return 'choice';
  return field.tagName === 'SELECT' || field.type === 'date' ? 'picked' : 'text';
}

/** Runs in the page: which fields are shown. */
function stateOf(form: string): string {
  return [...document.querySelectorAll<HTMLInputElement>(`${form} [name]`)]
    .filter((field) => (field.closest('label') ?? field).checkVisibility({ visibilityProperty: true }))
    .map(({ name, value }) => `${name}=${value}`)
    .join();
}

/** Runs in the page: what sending led to, once it led to something. */
function changed(form: string, before: string): string | null {
  if (/\?r=/.test(location.search)) return 'thanked';
  const wrong = [...document.querySelectorAll(`${form} .wrong, .summary li`)].map(({ textContent }) => textContent);
  if (wrong.length > 0) return `wrong: ${wrong.join(' ')}`;
  const now = [...document.querySelectorAll<HTMLInputElement>(`${form} [name]`)]
    .filter((field) => (field.closest('label') ?? field).checkVisibility({ visibilityProperty: true }))
    .map(({ name, value }) => `${name}=${value}`)
    .join();
  return now && now !== before ? 'next step' : null;
}
