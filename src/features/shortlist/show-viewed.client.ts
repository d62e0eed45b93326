/** A property whose page was opened in this browser, as its page named it. */
interface ViewedProperty {
  href: string;
  title: string;
  /** URL of a picture, when there is one. */
  photo?: string;
}

/** The opened properties; null when this browser is not to remember them. */
function viewedProperties(): ViewedProperty[] | null {
  try {
    const text = localStorage.getItem('viewed');
    const list = text === null ? null : (JSON.parse(text) as ViewedProperty[]);
    return list?.filter(({ href }) => href.startsWith('/')) ?? null;
  } catch {
    return null;
  }
}

/** Shows the properties that were opened in this browser, if it is to remember them; the server never learns which. */
function showViewed(section: HTMLElement): void {
  const viewed = viewedProperties();
  const [begin, forget] = section.querySelectorAll('button');
  if (begin) begin.hidden = viewed !== null;
  if (forget) forget.hidden = viewed === null;
  section.querySelector('ul')?.replaceChildren(
    ...(viewed ?? []).map(({ href, title, photo }) => {
      const item = document.createElement('li');
      const link = Object.assign(document.createElement('a'), { href });
      const src = photo?.replace(/width=\d+/, 'width=400');
      if (src) link.append(Object.assign(new Image(92, 62), { src, alt: '' }));
      link.append(Object.assign(document.createElement('b'), { textContent: title }));
      item.append(link);
      return item;
    }),
  );
}

const section = document.querySelector<HTMLElement>('.viewed');
if (section) addEventListener('pageshow', () => showViewed(section));
section?.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('button');
  if (!button) return;
  try {
    if (button === section.querySelector('button')) localStorage.setItem('viewed', '[]');
    else for (const name of ['viewed', 'sessions']) localStorage.removeItem(name);
  } catch {
    // Storage can be switched off: the button stays as it is.
  }
  showViewed(section);
  section.querySelector<HTMLElement>('button:not([hidden])')?.focus();
});
