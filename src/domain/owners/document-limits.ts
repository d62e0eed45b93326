/** The largest document that an owner can send, in bytes, and how many there can be for a property. */
export const DOCUMENT_LIMITS = { bytes: 8 * 1024 * 1024, perProperty: 40 };
