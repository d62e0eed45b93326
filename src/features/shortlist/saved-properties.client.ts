// Pages are the same for everybody, so only the browser knows what its visitor saved.
// Phones have the number in another place; the frame of the portal has none.
const counts = document.querySelectorAll('.keeps b');

/** Marks the buttons of saved properties and shows their number in the header. */
function show(): void {
  const saved = /\bshortlist=([\d.]+)/.exec(document.cookie)?.[1]?.split('.') ?? [];
  for (const count of counts) count.textContent = String(saved.length || '');
  for (const button of document.querySelectorAll<HTMLButtonElement>('.save')) {
    const isSaved = button.toggleAttribute('data-saved', saved.includes(button.value));
    // A button with words changes its words: a state beside them would be said twice.
    if (button.ariaLabel) button.ariaPressed = String(isSaved);
  }
}

/** What was pressed last: the server extends the cookie of the response before it, so two never run at once. */
let sent: Promise<Response | null> = Promise.resolve(null);

addEventListener('click', async (event) => {
  const button = (event.target as Element).closest<HTMLButtonElement>('.save');
  if (!button) return;
  event.preventDefault();
  // Without a connection nothing changes: the plain form would lead away from the page, to an error of the browser.
  if (!navigator.onLine) return;
  const action = button.hasAttribute('data-saved') ? 'remove' : 'add';
  sent = sent.then(() =>
    fetch('/api/shortlist', {
      method: 'POST',
      headers: { Accept: 'application/json' },
      body: new URLSearchParams({ property: button.value, action }),
      // Visitors who move on at once have saved it as well.
      keepalive: true,
    }).catch(() => null),
  );
  const response = await sent;
  if (response?.ok) show();
  // The plain form says what is wrong; a card leads to it.
  else if (button.form) button.form.requestSubmit(button);
  else button.closest('.card')?.querySelector('a')?.click();
});
addEventListener('pageshow', show);
