// What the first view needs is there: pictures that wait for it may come.
addEventListener('load', () => document.documentElement.setAttribute('data-loaded', ''));
