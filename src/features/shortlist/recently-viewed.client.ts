// Loads code only for who asked, on the page of favourites, to remember what is opened in this browser.
const keeps = document.querySelector<HTMLElement>('[data-keeps]')?.dataset.keeps;
try {
  if (keeps && localStorage.getItem('viewed')) void import(/* @vite-ignore */ keeps);
} catch {
  // Storage can be switched off.
}
