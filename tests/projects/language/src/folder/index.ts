export { folder } from "./named.js";
