// Inline in the page of a property, so it is short and shares no code with the others that read what it keeps.

/** Remembers the property of this page in this browser, the last one first; without storage nothing is remembered. */
addEventListener('load', () => {
  try {
    const { pathname: href } = location;
    const [title, photo] = [
      document.querySelector('h1')!.textContent,
      document.querySelector<HTMLImageElement>('.gallery img')?.src,
    ];
    const viewed = JSON.parse(localStorage.getItem('viewed') ?? '[]') as { href: string }[];
    const others = viewed.filter((one) => one.href !== href).slice(0, 23);
    localStorage.setItem('viewed', JSON.stringify([{ href, title, photo }, ...others]));
  } catch {
    // Storage can be switched off, full, or changed by hand.
  }
});
