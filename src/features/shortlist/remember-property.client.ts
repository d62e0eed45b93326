/** Remembers the property of this page in this browser, the last one first; loaded only for who asked for it. */
function remember(): void {
  const { pathname: href } = location;
  const title = document.querySelector('h1')?.textContent ?? '';
  const photo = document.querySelector<HTMLImageElement>('.gallery img')?.src;
  try {
    const viewed = JSON.parse(localStorage.getItem('viewed') ?? '[]') as { href: string }[];
    const others = viewed.filter((one) => one.href !== href).slice(0, 23);
    localStorage.setItem('viewed', JSON.stringify([{ href, title, photo }, ...others]));
  } catch {
    // Storage can be full, or changed by hand.
  }
}

remember();
