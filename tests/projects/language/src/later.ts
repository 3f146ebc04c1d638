export const later: string = "imported when it was needed";
