import { make } from '../../../ui/make.client.ts';
import type { PhotoSlide } from './photo-slide.client.ts';

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
