import Autoplay from 'embla-carousel-autoplay';
import Fade from 'embla-carousel-fade';
import useEmblaCarousel from 'embla-carousel-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { labelled } from '../../i18n/label-key.ts';

interface Props {
  /** For each slide: its label, the start of its element id, and a picture 400 px wide. */
  slides: readonly { id: string; label: string; thumb: string }[];
  /** true: pictures cross-fade in half a second; false: slides push each other along. */
  fade: boolean;
  words: {
    label: string;
    previous: string;
    next: string;
    pause: string;
    play: string;
    place: string;
    language: string;
  };
  children?: ReactNode;
}

const STAY_MS = 6000;
/** A click this soon after the pointer or focus entered the slider still means "stop". */
const REACH_MS = 600;
/** With more slides a counter replaces the row of dots. */
const MOST_DOTS = 6;
/** Embla's own unit for the slide movement, not milliseconds. A fade takes half a second, set by its CSS transition. */
const DURATION = 25;

/**
 * A moving banner. Its slides are plain HTML; before it hydrates they are a row to swipe, with a link to each slide.
 */
export default function BannerSlider({ slides, fade, words, children }: Props) {
  const { box, view, embla, at, playing, stop, toggle } = useMovement(fade);
  const ready = embla !== undefined;
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
                  aria-label={labelled(place(n), label, words.language)}
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
            <a key={id} href={`#${id}`} aria-label={labelled(place(n), label, words.language)}>
              {n + 1}
            </a>
          ))
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; the row scrolls, so it takes focus */}
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
        {ready ? labelled(place(at), slides[at]?.label ?? '', words.language) : ''}
      </p>
    </div>
  );
}

/** Moves the slides by themselves until the visitor is at the slider, and says which one is shown. */
function useMovement(fade: boolean) {
  const [plugins] = useState(() => [
    Autoplay({ delay: STAY_MS, stopOnMouseEnter: true, rootNode: (root) => root.parentElement }),
    ...(fade ? [Fade()] : []),
  ]);
  const [view, embla] = useEmblaCarousel({ loop: true, container: '.slides', duration: DURATION }, plugins);
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const stoppedMs = useRef(Number.NEGATIVE_INFINITY);

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
    // Visitors who swiped the plain row stay on the slide they reached.
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
    // Reaching for the button enters the slider, which already stops it: that click still means stop.
    else if (performance.now() - stoppedMs.current > REACH_MS) embla?.plugins().autoplay?.play();
  };
  return { box, view, embla, at, playing, stop, toggle };
}

const Arrow = ({ d }: { d: string }) => (
  <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden="true">
    <path d={d} />
  </svg>
);
