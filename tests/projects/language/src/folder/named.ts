export const folder: string = "found by its folder";
