import type { EmblaCarouselType } from 'embla-carousel';
import EmblaCarousel from 'embla-carousel';
import { absorbSecondTap } from '../../../ui/absorb-second-tap.ts';
import { afterPaint } from '../../../ui/after-paint.ts';
import { provide } from '../../../ui/hydrate/provide.client.ts';
import { loadJson } from '../../../ui/load-json.ts';
import { make } from '../../../ui/dom.client.ts';
import { drawn, type PhotoSlide, placeName, shortPlace, slideName, slideOf } from './photo-slide.client.ts';
import css from './photo-viewer.css?inline';
import { PhotoZoom } from './photo-zoom.client.ts';
import type { ViewerWords } from './viewer-words.ts';

let words: ViewerWords | null = null;

/** The words of the photo viewer in the language of the page, loaded once; null when they cannot be had. */
export async function loadWords(): Promise<ViewerWords | null> {
  const url = `/viewer-words/${document.documentElement.lang}.json`;
  words ??= await loadJson<ViewerWords>(url, { tries: 2 }).catch(() => null);
  return words;
}

/** The link of the page whose slide is to be shown, and what gets the focus back; null for any other click. */
export function openedBy(host: HTMLElement, event: MouseEvent): { link: HTMLAnchorElement; by: HTMLElement } | null {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const target = event.target as Element;
  const summary = target.closest('summary');
  // A room of a plan leads to a photograph of the gallery.
  const room = target.closest<HTMLAnchorElement>('a[data-to]');
  const link = summary
    ? host.querySelector<HTMLAnchorElement>('a[data-slide]')
    : room
      ? [...document.querySelectorAll<HTMLAnchorElement>('a[data-slide]')].find(({ href }) => href === room.href)
      : target.closest<HTMLAnchorElement>('a[data-slide]');
  return link ? { link, by: summary ?? room ?? link } : null;
}

/** Counts the photographs of a strip on phones, where they are one beside the other, each as wide as the strip. */
export function countStrip(host: HTMLElement) {
  const [strip, button] = [host.querySelector('.gallery'), host.querySelector<HTMLElement>('summary')];
  if (!strip || !button) return;
  const count = () => {
    button.dataset.at = `${1 + Math.round(strip.scrollLeft / strip.clientWidth)}/${strip.children.length}`;
  };
  strip.addEventListener('scroll', count);
  // A visitor may have scrolled before this code was here.
  count();
}

/** Whether slides change without animation. */
export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Buttons that lead to the first photograph of each room, for a viewer with photographs of several rooms. */
export class PhotoRooms {
  readonly element = make('div', { className: 'rooms', role: 'group' });
  #rooms: string[] = [];

  /** Makes a button per room, in the order of the photographs; `go` shows the slide at a place. */
  fill(roomOfSlide: readonly (string | undefined)[], go: (place: number) => void) {
    this.#rooms = [...new Set(roomOfSlide.filter((room) => room !== undefined))];
    this.element.hidden = this.#rooms.length < 2;
    this.element.replaceChildren(
      ...this.#rooms.map((room) => {
        const button = make('button', { type: 'button' }, room);
        button.addEventListener('click', () => go(roomOfSlide.indexOf(room)));
        return button;
      }),
    );
  }

  /** Marks the room of the slide that is shown. */
  mark(room: string | undefined) {
    for (const [at, button] of [...this.element.children].entries()) {
      const isShown = this.#rooms[at] === room;
      button.setAttribute('aria-current', String(isShown));
      if (isShown) button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    }
  }
}

/** The thumbnails of all slides; those of one room are close together. */
export class PhotoStrip {
  readonly element = make('div', { className: 'strip', role: 'group' });

  /** Makes a button per slide; `go` shows the slide at a place. */
  fill(slides: readonly PhotoSlide[], nameOf: (place: number) => string, go: (place: number) => void) {
    this.element.replaceChildren(
      ...slides.map(({ thumb, label, room }, place) => {
        const inside = thumb
          ? make('img', { alt: '', src: thumb, loading: 'lazy', width: 3, height: 2 })
          : make('span', {}, label);
        const button = make('button', { type: 'button', 'aria-label': nameOf(place) }, inside);
        button.classList.toggle('other', place > 0 && slides[place - 1]?.room !== room);
        button.addEventListener('click', () => go(place));
        return button;
      }),
    );
  }

  /** Marks the slide that is shown. */
  mark(at: number) {
    for (const [place, thumb] of [...this.element.children].entries())
      thumb.setAttribute('aria-current', String(place === at));
    this.element.children[at]?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }
}

/** The entry of the history that the open viewer adds, so that Back closes the viewer and not the page. */
export class ViewerEntry {
  /** Whether the browser is still going back to the page; an entry added meanwhile would be lost. */
  isBeingLeft = false;

  /** Adds the entry, unless it is the current one. */
  add() {
    if (!history.state?.viewer) history.pushState({ viewer: true }, '');
  }

  /** Goes back to the page, unless the visitor did or the browser is still on its way: twice would leave the page. */
  leave() {
    if (this.isBeingLeft || !history.state?.viewer) return;
    this.isBeingLeft = true;
    this.whenLeft(() => {
      this.isBeingLeft = false;
    });
    history.back();
  }

  /** Calls once the browser is back at the page. */
  whenLeft(call: () => void) {
    addEventListener('popstate', call, { once: true });
  }
}

/** All photographs, plans and videos of the page in full screen, one at a time. */
export class PhotoViewer extends HTMLElement {
  words!: ViewerWords;
  #slides: PhotoSlide[] = [];
  #carousel?: EmblaCarouselType;
  #opener?: HTMLElement;
  #entry = new ViewerEntry();
  #dialog = make('dialog', { className: 'viewer' });
  #shown = make('span', { 'aria-hidden': 'true' });
  #said = make('span', { className: 'vh', role: 'status' });
  #stage = make('div', { className: 'stage' });
  #rooms = new PhotoRooms();
  #strip = new PhotoStrip();
  #zoom = new PhotoZoom(this.#stage, (scale) => this.#enlarged(scale));
  #previous = make('button', { type: 'button', className: 'turn' });
  #next = make('button', { type: 'button', className: 'turn next' });

  connectedCallback() {
    const { title, close, previous, next, rooms } = this.words;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    const shut = make('button', { type: 'button', className: 'x', autofocus: true }, drawn('close'), close);
    for (const box of [this.#dialog, this.#strip.element]) box.setAttribute('aria-label', title);
    this.#rooms.element.setAttribute('aria-label', rooms);
    this.#zoom.name(this.words);
    this.#previous.append(drawn('previous'), make('span', { className: 'vh' }, previous));
    this.#next.append(drawn('next'), make('span', { className: 'vh' }, next));
    this.#dialog.append(
      make(
        'div',
        { className: 'row' },
        make('p', {}, this.#shown, this.#said),
        this.#zoom.smaller,
        this.#zoom.larger,
        shut,
      ),
      this.#stage,
      this.#previous,
      this.#next,
      this.#rooms.element,
      this.#strip.element,
    );
    this.append(this.#dialog);
    for (const act of [absorbSecondTap, this.#shut]) shut.addEventListener('click', act);
    this.#previous.addEventListener('click', () => this.#carousel?.scrollPrev(still()));
    this.#next.addEventListener('click', () => this.#carousel?.scrollNext(still()));
    this.#dialog.addEventListener('keydown', this.#press);
    // The event comes later than the closing: the viewer may be open again.
    this.#dialog.addEventListener('close', () => this.#dialog.open || this.#left());
  }

  /** Shows the viewer at the picture, plan or video of a link; the focus returns to what opened it. */
  open(link: HTMLAnchorElement, opener: HTMLElement = link) {
    if (this.#entry.isBeingLeft) return this.#entry.whenLeft(() => this.open(link, opener));
    this.#clear();
    this.#opener = opener;
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-slide]')];
    this.#slides = links.map((one) => slideOf(one, this.words));
    const at = Math.max(0, links.indexOf(link));
    const boxes = this.#slides.map(({ element }, place) =>
      make(
        'div',
        {
          className: 'slide',
          role: 'group',
          'aria-label': placeName(this.#slides, place, this.words) ?? this.#nameOf(place),
        },
        element,
      ),
    );
    this.#stage.replaceChildren(make('div', { className: 'reel' }, ...boxes));
    this.#strip.fill(this.#slides, this.#nameOf, this.#go);
    const rooms = this.#slides.map(({ room }) => room);
    this.#rooms.fill(rooms, this.#go);
    this.#dialog.showModal();
    this.#entry.add();
    addEventListener('popstate', this.#shut, { once: true });
    document.documentElement.classList.add('viewing');
    this.#carousel = EmblaCarousel(this.#stage, {
      startIndex: at,
      duration: 22,
      watchDrag: () => !this.#zoom.isEnlarged,
    });
    this.#carousel.on('select', this.#turned);
    this.#turned();
  }

  /**
   * Hides the viewer at once. Closing the dialog recalculates the styles of the whole page behind it, which takes
   * noticeably long on a slow phone.
   */
  #shut = () => {
    this.#dialog.classList.add('leaving');
    afterPaint(() => this.#dialog.close());
  };

  #left = () => {
    this.#clear();
    this.#entry.leave();
    // The browser gave the focus back when it closed the dialog, unless a press of the mouse had given none.
    if (document.activeElement === document.body) this.#opener?.focus();
  };

  #clear() {
    this.#dialog.classList.remove('leaving');
    for (const slide of this.#slides) slide.leave();
    this.#carousel?.destroy();
    this.#stage.replaceChildren();
    document.documentElement.classList.remove('viewing');
    removeEventListener('popstate', this.#shut);
  }

  #turned = () => {
    const at = this.#carousel?.selectedScrollSnap() ?? 0;
    for (const near of [at, at + 1, at - 1]) this.#slides[near]?.approach();
    this.#slides.forEach((slide, place) => {
      if (place !== at) slide.leave();
      slide.element.parentElement!.inert = place !== at;
    });
    this.#shown.textContent = shortPlace(this.#slides, at, this.words);
    this.#zoom.show(this.#slides[at]?.sharpen ? this.#slides[at].element : null);
    this.#said.textContent = this.#nameOf(at);
    this.#previous.setAttribute('aria-disabled', String(at === 0));
    this.#next.setAttribute('aria-disabled', String(at === this.#slides.length - 1));
    // The strip of thumbnails is updated after the picture.
    afterPaint(this.#mark);
  };

  #mark = () => {
    const at = this.#carousel?.selectedScrollSnap() ?? 0;
    this.#strip.mark(at);
    this.#rooms.mark(this.#slides[at]?.room);
  };
  #go = (place: number) => this.#carousel?.scrollTo(place, still());

  #enlarged(scale: number) {
    const at = this.#carousel?.selectedScrollSnap() ?? 0;
    if (scale > 1) this.#slides[at]?.sharpen?.();
    this.#said.textContent = new Intl.NumberFormat(document.documentElement.lang, { style: 'percent' }).format(scale);
  }

  #press = (event: KeyboardEvent) => {
    // The video player uses these keys itself, to seek.
    if ((event.target as Element).closest('video') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.#zoom.key(event)) return event.preventDefault();
    const moves: Record<string, () => void> = {
      ArrowLeft: () => this.#carousel?.scrollPrev(still()),
      ArrowRight: () => this.#carousel?.scrollNext(still()),
      Home: () => this.#go(0),
      End: () => this.#go(this.#slides.length - 1),
      Escape: this.#shut,
    };
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    if (!move) return;
    event.preventDefault();
    move();
  };

  #nameOf = (place: number) => slideName(this.#slides, place, this.words);
}
customElements.define('photo-viewer', PhotoViewer);

/** Opens the page's one viewer at the photograph that was clicked, or at the first for the button of all of them. */
provide('photos', (host) => {
  host.addEventListener('click', (event) => {
    const opened = openedBy(host, event);
    if (!opened) return;
    event.preventDefault();
    void openViewer(opened.link, opened.by);
  });
  countStrip(host);
});

/** Without its words the viewer cannot open: the link leads to the picture then. */
async function openViewer(link: HTMLAnchorElement, by: HTMLElement): Promise<void> {
  const words = await loadWords();
  if (!words) return location.assign(link.href);
  const known = document.querySelector<PhotoViewer>('photo-viewer');
  const viewer = known ?? Object.assign(document.createElement('photo-viewer') as PhotoViewer, { words });
  if (!known) document.body.append(viewer);
  viewer.open(link, by);
}
