/** A property whose page was opened in this browser, as its page named it. */
interface ViewedProperty {
  href: string;
  title: string;
  /** URL of a picture, when there is one. */
  photo?: string;
}

function viewedProperties(): ViewedProperty[] {
  try {
    const list = JSON.parse(localStorage.getItem('viewed') ?? '[]') as ViewedProperty[];
    return list.filter(({ href }) => href.startsWith('/'));
  } catch {
    return [];
  }
}

/** Shows the properties that were opened in this browser; the server never learns which. */
function showViewed(section: HTMLElement): void {
  const viewed = viewedProperties();
  section.hidden = viewed.length === 0;
  section.querySelector('ul')!.replaceChildren(
    ...viewed.map(({ href, title, photo }) => {
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

const section = document.querySelector<HTMLElement>('.viewed')!;
addEventListener('pageshow', () => showViewed(section));
section.querySelector('button')!.addEventListener('click', () => {
  localStorage.removeItem('viewed');
  showViewed(section);
});
