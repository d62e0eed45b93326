const tell = () => navigator.sendBeacon('/api/views', `${location}\n${document.referrer}`);
// A page that the browser makes ready on a guess was not seen yet; not every browser knows the word.
if ((document as { prerendering?: boolean }).prerendering) document.addEventListener('prerenderingchange', tell);
else tell();
