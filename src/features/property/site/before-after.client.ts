import { provide } from '../../../ui/hydrate/provide.client.ts';

/** The range of a pair of photographs shows as much of the newer one as its value says. */
provide('before-after', (host) => {
  for (const range of host.querySelectorAll<HTMLInputElement>('input[type=range]')) {
    const show = () => {
      range.parentElement?.style.setProperty('--shown', `${range.value}%`);
      range.setAttribute('aria-valuetext', (host.dataset.value ?? '').replace('{n}', range.value));
    };
    range.addEventListener('input', show);
    // A visitor may have moved it before this code was here.
    show();
  }
});
