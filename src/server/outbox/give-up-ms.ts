/** A mail is tried for 72 hours before it counts as failed. */
export const GIVE_UP_MS = 72 * 60 * 60 * 1000;
