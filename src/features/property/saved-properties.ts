// Pages are the same for everybody, so only the browser knows what its visitor saved.
const count = document.querySelector('.keeps b')!;

/** Marks the buttons of saved properties and shows their number in the header. */
function show(): void {
  const saved = /\bshortlist=([\d.]+)/.exec(document.cookie)?.[1]?.split('.') ?? [];
  count.textContent = String(saved.length || '');
  for (const button of document.querySelectorAll<HTMLButtonElement>('[form=save]'))
    button.ariaPressed = String(saved.includes(button.value));
}

addEventListener('click', async (event) => {
  const button = (event.target as Element).closest<HTMLButtonElement>('[form=save]');
  if (!button) return;
  event.preventDefault();
  const form = button.form!;
  const body = new FormData(form, button);
  if (button.ariaPressed === 'true') body.set('action', 'remove');
  const response = await fetch(form.action, { method: 'POST', headers: { Accept: 'application/json' }, body }).catch(
    () => null,
  );
  // Without a response that says so, the plain form shows what is wrong.
  if (response?.ok) show();
  else form.requestSubmit(button);
});
addEventListener('pageshow', show);
