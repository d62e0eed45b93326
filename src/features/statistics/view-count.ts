const tell = () => navigator.sendBeacon('/api/views', `${location}\n${document.referrer}`);
// A page that the browser makes ready on a guess was not seen yet.
if ('prerendering' in document && document.prerendering) document.addEventListener('prerenderingchange', tell);
else tell();
