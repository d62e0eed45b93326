/** The largest document that somebody without the studio can send, in bytes. */
export const DOCUMENT_BYTES = 8 * 1024 * 1024;
