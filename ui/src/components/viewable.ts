/** A file to look at; `address`: where it comes from, as a download. */
export type Viewed = { name: string; type: string; address: string };

const types = new Set(["application/pdf", "image/jpeg", "image/png"]);

/** Whether files of a type can be looked at here. */
export const canBeViewed = (type: string): boolean => types.has(type);
