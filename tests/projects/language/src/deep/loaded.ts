/** What was loaded, in order. */
export const loaded: string[] = [];
