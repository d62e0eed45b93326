const SESSION_MS = 30 * 60_000;

/** When the session before this one ended, as kept in this browser; a session ends half an hour after its last list. */
function sessionBefore(now: number): number {
  const [last = 0, before = 0] = (localStorage.getItem('sessions') ?? '').split(' ').map(Number);
  const ended = now - last > SESSION_MS ? last : before;
  localStorage.setItem('sessions', `${now} ${ended}`);
  return ended;
}

/**
 * Marks the cards of a list: those that were opened in this browser, and those newer than its last session. Loaded only
 * for who asked for it.
 */
function mark(): void {
  const before = sessionBefore(Date.now());
  const viewed = localStorage.getItem('viewed') ?? '';
  const words = document.querySelector<HTMLElement>('.results')?.dataset;
  for (const card of document.querySelectorAll<HTMLElement>('.results .card')) {
    const isSeen = viewed.includes(`/${card.dataset.id}/"`);
    const isNew = before > 0 && Date.parse(card.dataset.created ?? '') > before;
    card.querySelector('.seen')?.remove();
    if (!isSeen && !isNew) continue;
    const word = document.createElement('span');
    word.className = isSeen ? 'seen' : 'seen new';
    word.textContent = (isSeen ? words?.seen : words?.new) ?? '';
    card.querySelector('.place')?.append(' ', word);
  }
}

mark();
addEventListener('pageshow', mark);
