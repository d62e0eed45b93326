/**
 * Marks the header as scrolled after 30 px and shows the link to the top after 10 px, for CSS. Everything else that the
 * frame does is code of its own (frame-live.client.ts), loaded with the first press or key: the menu opens without it.
 */
const header = document.querySelector('.site');
const up = document.querySelector<HTMLElement>('.top');
const markScroll = () => {
  header!.toggleAttribute('data-scrolled', scrollY > 30);
  up!.toggleAttribute('data-shown', scrollY > 9);
};
let asked: Promise<boolean> | undefined;
const load = () => {
  asked ??= import(/* @vite-ignore */ document.body.dataset.code!).then(
    () => true,
    () => false,
  );
  return asked;
};
addEventListener('scroll', markScroll);
markScroll();
addEventListener('pointerdown', load);
addEventListener('keydown', load);
// A link within the page waits for its code; screen readers press without a pointer. Without the code the page jumps.
addEventListener('click', (event) => {
  const waits = (event.target as Element).closest<HTMLAnchorElement>('.top, .bottom [href^="#"]');
  if (event.defaultPrevented) return;
  if (waits) event.preventDefault();
  void load().then((isLoaded) => waits && (isLoaded ? waits.click() : location.assign(waits.hash)));
});
