// The module build of Leaflet, so that only the parts in use reach the browser.
declare module 'leaflet/dist/leaflet-src.esm.js' {
  export * from 'leaflet';
}
