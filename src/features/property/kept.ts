// Marks the button of a property that was saved before. The page is the same for everybody, so only the browser knows.
const button = document.querySelector<HTMLButtonElement>('[data-saved]')!;
const { property, action } = button.form!.elements as unknown as Record<string, HTMLInputElement>;
if (RegExp(`shortlist=[\\d.]*\\b${property!.value}\\b`).test(document.cookie)) {
  [button.textContent, button.dataset.saved] = [button.dataset.saved!, button.textContent!];
  button.ariaPressed = 'true';
  action!.value = 'remove';
}
