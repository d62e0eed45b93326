/** Turns a WOFF2 file into a TrueType or OpenType file. */
declare module 'wawoff2/decompress.js' {
  export default function decompress(woff2: Uint8Array): Promise<Uint8Array>;
}
