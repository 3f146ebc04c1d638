import { loaded } from "./deep/loaded.ts";

loaded.push("later");

export const later: string = "imported when it was needed";
