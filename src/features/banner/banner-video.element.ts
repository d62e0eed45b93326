import { calmMoment } from '../../ui/hydrate/calm-moment.client.ts';

/** Plays a muted video over the poster at a calm moment, with a button that stops it. */
class BannerVideo extends HTMLElement {
  async connectedCallback() {
    const { src = '', type = '' } = this.dataset;
    const button = this.querySelector('button');
    const poster = this.parentElement?.querySelector('img');
    if (!button || !poster || this.querySelector('video') || !(await calmMoment(poster))) return;
    const film = document.createElement('video');
    Object.assign(film, { muted: true, loop: true, autoplay: true, playsInline: true, disablePictureInPicture: true });
    film.setAttribute('aria-hidden', 'true');
    film.append(Object.assign(document.createElement('source'), { src, type }));
    const say = () => {
      button.ariaLabel = (film.paused ? button.dataset.play : button.dataset.pause) ?? null;
      button.toggleAttribute('data-paused', film.paused);
    };
    for (const name of ['play', 'pause']) film.addEventListener(name, say);
    film.addEventListener(
      'playing',
      () => {
        button.hidden = false;
        film.dataset.shown = '';
      },
      { once: true },
    );
    button.addEventListener('click', () => void (film.paused ? film.play() : film.pause()));
    this.prepend(film);
  }
}
customElements.define('banner-video', BannerVideo);
