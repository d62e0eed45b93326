/** Records no events, as on a site without webhook targets. */
export const noEvents = async (): Promise<string[]> => [];
