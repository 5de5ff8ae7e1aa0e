/**
 * What the pages' first script is told by those that follow: from `listening` on React hears every press itself, at `ready` the
 * page has been taken over and what was pressed before can be pressed again.
 */
export const heldUntil = { listening: "helios:listening", ready: "helios:ready" };
