/** React alone, in a chunk of its own: the browser compiles and runs it apart from the site's scripts, in two short tasks. */
export { createRoot, hydrateRoot, type Root, type RootOptions } from "react-dom/client";
