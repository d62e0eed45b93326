// The first view has loaded what it needs: deferred pictures may load now.
addEventListener('load', () => document.documentElement.setAttribute('data-loaded', ''));
