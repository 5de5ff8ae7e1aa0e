/** Under this the tab keeps the toasts that are sent along to the document that opens next. */
export const carriedKey = "helios.carriedToasts";
