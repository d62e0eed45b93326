/**
 * Loads the code of the frame (frame-live.ts) with the first thing that a visitor does. Until then nothing of it is
 * needed: the menu and the choice of text size open without it.
 */
const EVENTS = ['scroll', 'pointerdown', 'keydown', 'focusin', 'click'];
const load = () => {
  for (const name of EVENTS) removeEventListener(name, load);
  import(/* @vite-ignore */ document.body.dataset.code!).catch(() => {});
};
for (const name of EVENTS) addEventListener(name, load, { passive: true });
// A page that was loaded again is scrolled already.
if (scrollY > 9) load();
