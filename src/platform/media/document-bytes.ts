/** The largest document that somebody without the studio can send, in bytes. */
export const DOCUMENT_BYTES = 8 * 1024 * 1024;

/** Bytes of a form with so many documents, the fields beside them included. */
export const documentFormBytes = (documents: number): number => documents * DOCUMENT_BYTES + 64 * 1024;
