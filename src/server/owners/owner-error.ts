/** A wish of the operator that cannot be met, in a plain sentence. */
export class OwnerError extends Error {}
