// The module build of Leaflet, of which only what is used reaches the browser.
declare module 'leaflet/dist/leaflet-src.esm.js' {
  export * from 'leaflet';
}
