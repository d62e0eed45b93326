/** Records no events, as on a site without webhook targets. */
export async function noEvents(): Promise<void> {}
