import { labelled } from '../../../i18n/label-key.ts';
import { make } from '../../../ui/dom.client.ts';
import type { ViewerWords } from './viewer-words.ts';

const SIGNS = {
  previous: 'M10 2L4 8l6 6',
  next: 'M6 2l6 6-6 6',
  close: 'M2 2l12 12M14 2L2 14',
  plus: 'M8 2v12M2 8h12',
  minus: 'M2 8h12',
};

/** A sign on a button of the viewer, as SVG. */
export function drawn(what: keyof typeof SIGNS): Node {
  const holder = document.createElement('template');
  holder.innerHTML =
    `<svg viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.8" ` +
    `aria-hidden="true"><path d="${SIGNS[what]}"/></svg>`;
  return holder.content;
}

/** One slide: a photograph, a floor plan, a video of the agency, or the player of a third party. */
export interface PhotoSlide {
  label: string;
  isPlan: boolean;
  /** The room that a photograph shows, in the language of the page. */
  room?: string | undefined;
  /** URL of a small picture; null for videos and players. */
  thumb: string | null;
  element: HTMLElement;
  /** Fetches the large picture; called when the slide is the current one or next to it. */
  approach: () => void;
  /** Fetches a sharper picture for a photograph that is enlarged; left out for what cannot be enlarged. */
  sharpen?: () => void;
  /** Stops playback; called when another slide becomes the current one. */
  leave: () => void;
}

/** The place of a slide among the photographs, or among the plans, as the page counts them; null for a film. */
function photoPlace(slides: readonly PhotoSlide[], place: number): { n: string; total: string } | null {
  const slide = slides[place];
  const same = slides.filter(({ thumb, isPlan }) => thumb && isPlan === slide?.isPlan);
  const at = slide ? same.indexOf(slide) : -1;
  return at < 0 ? null : { n: String(at + 1), total: String(same.length) };
}

/** Where a slide is, in words: `Kitchen, 3 of 9`; null for a film. */
export function placeName(slides: readonly PhotoSlide[], place: number, words: ViewerWords): string | null {
  const at = photoPlace(slides, place);
  if (!at) return null;
  const of = words.place.replace('{n}', at.n).replace('{total}', at.total);
  return [slides[place]?.room, of].filter(Boolean).join(', ');
}

/** The place of a slide as the viewer shows it: with the room in words, without one in figures. */
export function shortPlace(slides: readonly PhotoSlide[], place: number, words: ViewerWords): string {
  if (slides[place]?.room) return placeName(slides, place, words) ?? '';
  const at = photoPlace(slides, place);
  return at ? `${at.n} / ${at.total}` : '';
}

/** What a slide shows and where it is. */
export function slideName(slides: readonly PhotoSlide[], place: number, words: ViewerWords): string {
  const { label = '' } = slides[place] ?? {};
  const at = placeName(slides, place, words);
  return at ? labelled(at, label, document.documentElement.lang) : label;
}

const WIDTHS = [600, 800, 1360];
/** For an enlarged photograph. */
const LARGEST = 1920;

/** The slide for a link of the page. */
export function slideOf(link: HTMLAnchorElement, words: ViewerWords): PhotoSlide {
  const { slide: kind, player = '', company = '', poster = '' } = link.dataset;
  const picture = link.querySelector('img');
  if (picture) return { ...pictureOf(link.href, picture), room: link.dataset.room };
  const label = link.dataset.label ?? link.textContent.trim();
  return {
    label,
    isPlan: false,
    thumb: null,
    ...(kind === 'film' ? filmOf(link.href, poster) : playerOf(link.href, player, company, label, words)),
  };
}

function pictureOf(url: string, picture: HTMLImageElement): PhotoSlide {
  // The rooms that the drawing of a plan numbers are listed below it.
  const plan = picture.closest('.plans > li');
  const rooms = plan?.querySelector('small > span')?.textContent.split('\n') ?? [];
  const label = [picture.alt, rooms.join(', ')].filter(Boolean).join(': ');
  const sized = (width: number) => url.replace(/([?&]width=)\d+/, `$1${width}`);
  // The picture that the page already shows is the placeholder until the large picture has loaded.
  const element = make(
    'figure',
    { className: 'picture' },
    make('img', { alt: label, src: picture.currentSrc || sized(100), draggable: false }),
  );
  let asked = false;
  const srcset = (widths: readonly number[]) => widths.map((width) => `${sized(width)} ${width}w`).join(', ');
  const large = make('img', { alt: label, draggable: false });
  const approach = async () => {
    if (asked) return;
    asked = true;
    Object.assign(large, { sizes: '100vw', srcset: srcset(WIDTHS), src: url });
    try {
      await large.decode();
      element.replaceChildren(large);
      if (isEnlarged) sharpen();
    } catch {
      asked = false;
    }
  };
  let isEnlarged = false;
  // The browser shows the picture that it has until the sharper one is here.
  const sharpen = () => {
    isEnlarged = true;
    if (large.isConnected) Object.assign(large, { sizes: '300vw', srcset: srcset([...WIDTHS, LARGEST]) });
  };
  return { label, isPlan: plan !== null, thumb: sized(100), element, approach, sharpen, leave: () => {} };
}

/** A film of the agency: nothing of it is loaded before it is played, and its poster when it is near. */
function filmOf(url: string, poster: string) {
  const film = make('video', { src: url, controls: true, playsInline: true, preload: 'none' });
  const approach = () => {
    if (poster) film.poster = poster;
  };
  return { element: make('figure', {}, film), approach, leave: () => film.pause() };
}

/** The player of a third party: nothing is requested from it before the click that names the company. */
function playerOf(url: string, player: string, company: string, label: string, words: ViewerWords) {
  const element = make('figure', { className: 'ask' });
  const button = make('button', { type: 'button', className: 'button' }, words.play.replaceAll('{company}', company));
  const site = make(
    'a',
    { href: url, target: '_blank', rel: 'noopener' },
    words.open.replace('{host}', new URL(url).hostname.replace(/^www\./, '')),
  );
  const ask = [
    make('p', { className: 'display' }, label),
    make('p', {}, words.note.replaceAll('{company}', company)),
    button,
    site,
  ];
  button.addEventListener('click', () => {
    if (!mayFrame(player)) return void window.open(url, '_blank', 'noopener');
    const frame = make('iframe', {
      src: player,
      title: `${label}, ${company}`,
      allow: 'fullscreen; autoplay; xr-spatial-tracking',
    });
    element.replaceChildren(frame);
    frame.focus();
  });
  element.append(...ask);
  const leave = () => element.contains(button) || element.replaceChildren(...ask);
  return { element, approach: () => {}, leave };
}

/** Whether the page's Content Security Policy allows this player in a frame; if not, it opens on its own site. */
function mayFrame(player: string): boolean {
  const policy = document.querySelector<HTMLMetaElement>('meta[http-equiv="content-security-policy" i]')?.content ?? '';
  const frames = /frame-src ([^;]*)/.exec(policy)?.[1]?.split(/\s+/) ?? [];
  return frames.includes(new URL(player).origin);
}
