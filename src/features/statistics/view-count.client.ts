const tell = () => navigator.sendBeacon('/api/views', `${location}\n${document.referrer}`);
// A page that the browser prerenders was not viewed yet. Not every browser has `prerendering`.
if ((document as { prerendering?: boolean }).prerendering) document.addEventListener('prerenderingchange', tell);
else tell();
