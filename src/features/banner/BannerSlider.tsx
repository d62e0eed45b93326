import Autoplay from 'embla-carousel-autoplay';
import Fade from 'embla-carousel-fade';
import useEmblaCarousel from 'embla-carousel-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';

interface Props {
  /** What each slide is called, the start of its element id, and a picture 400 px wide. */
  slides: readonly { id: string; label: string; thumb: string }[];
  /** One picture fades into the next, in half a second; otherwise slides push each other along. */
  fade: boolean;
  words: { label: string; previous: string; next: string; pause: string; play: string; place: string };
  children?: ReactNode;
}

const STAY_MS = 6000;
/** From entering the slider to pressing a button in it. */
const REACH_MS = 600;
/** With more slides a number stands in the place of the row of dots. */
const MOST_DOTS = 6;
/** Embla's own measure of a push, not milliseconds; a fade takes half a second by its transition. */
const DURATION = 25;

/** A moving banner; its slides are plain HTML, and before it moves they are a row to swipe with a link to each. */
export default function BannerSlider({ slides, fade, words, children }: Props) {
  const [plugins] = useState(() => [
    Autoplay({ delay: STAY_MS, stopOnMouseEnter: true, rootNode: (root) => root.parentElement }),
    ...(fade ? [Fade()] : []),
  ]);
  const [view, embla] = useEmblaCarousel({ loop: true, container: '.slides', duration: DURATION }, plugins);
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const stoppedMs = useRef(Number.NEGATIVE_INFINITY);
  const ready = embla !== undefined;

  useEffect(() => {
    if (!embla) return;
    const select = () => {
      setAt(embla.selectedScrollSnap());
      embla.slideNodes().forEach((slide, place) => {
        slide.inert = place !== embla.selectedScrollSnap();
      });
    };
    embla
      .on('select', select)
      .on('autoplay:play', () => setPlaying(true))
      .on('autoplay:stop', () => {
        stoppedMs.current = performance.now();
        setPlaying(false);
      });
    // Whoever swiped the plain row stays where they are.
    const root = embla.rootNode();
    const seen = Math.round(root.scrollLeft / root.clientWidth);
    root.scrollLeft = 0;
    if (seen > 0) embla.scrollTo(seen, true);
    select();
    const { autoplay } = embla.plugins();
    if (box.current?.matches(':hover, :focus-within')) autoplay?.stop();
    else setPlaying(autoplay?.isPlaying() ?? false);
  }, [embla]);

  const stop = () => embla?.plugins().autoplay?.stop();
  const toggle = () => {
    if (playing) stop();
    // Whoever reaches for the button enters the slider, which stops it already: that click still means stop.
    else if (performance.now() - stoppedMs.current > REACH_MS) embla?.plugins().autoplay?.play();
  };
  const go = (move: () => void) => {
    stop();
    move();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, () => void> = {
      ArrowLeft: () => embla?.scrollPrev(),
      ArrowRight: () => embla?.scrollNext(),
    };
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    if (!ready || !move) return;
    event.preventDefault();
    go(move);
  };
  const place = (n: number) => words.place.replace('{n}', String(n + 1)).replace('{total}', String(slides.length));

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      ref={box}
      className="slider"
      data-ready={ready || undefined}
      data-fade={fade || undefined}
      role="group"
      aria-label={words.label}
      onFocus={stop}
      onKeyDown={onKeyDown}
    >
      <div className="controls">
        {ready ? (
          <>
            <button type="button" className="pause" onClick={toggle}>
              <svg viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
                <path d={playing ? 'M4 2h3v12H4zM9 2h3v12H9z' : 'M4 2l10 6-10 6z'} />
              </svg>
              <span className="vh">{playing ? words.pause : words.play}</span>
            </button>
            <button type="button" onClick={() => go(() => embla.scrollPrev())}>
              <Arrow d="M10 2L4 8l6 6" />
              <span className="vh">{words.previous}</span>
            </button>
            {slides.length > MOST_DOTS && <span>{`${at + 1} / ${slides.length}`}</span>}
            <div className="dots">
              {slides.slice(0, slides.length > MOST_DOTS ? 0 : undefined).map(({ id, label, thumb }, n) => (
                <button
                  key={id}
                  type="button"
                  aria-label={`${place(n)}: ${label}`}
                  aria-current={n === at}
                  onClick={() => go(() => embla.scrollTo(n))}
                >
                  <img src={thumb} alt="" width="3" height="2" loading="lazy" />
                </button>
              ))}
            </div>
            <button type="button" onClick={() => go(() => embla.scrollNext())}>
              <Arrow d="M6 2l6 6-6 6" />
              <span className="vh">{words.next}</span>
            </button>
          </>
        ) : (
          slides.map(({ id, label }, n) => (
            <a key={id} href={`#${id}`} aria-label={`${place(n)}: ${label}`}>
              {n + 1}
            </a>
          ))
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; the plain row scrolls, so the keyboard must reach it */}
      <div
        ref={view}
        className="window"
        tabIndex={ready ? undefined : 0}
        role="group"
        aria-label={ready ? undefined : words.label}
      >
        {children}
      </div>
      <p className="vh" aria-live={playing ? 'off' : 'polite'}>
        {ready ? `${place(at)}: ${slides[at]?.label ?? ''}` : ''}
      </p>
    </div>
  );
}

const Arrow = ({ d }: { d: string }) => (
  <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true">
    <path d={d} />
  </svg>
);
