/** CSS modules: read them with `import * as css from "./X.module.css"`; the build refuses a name that is not in the file. */
declare module "*.module.css" {
  const classes: { readonly [name: string]: string };
  export = classes;
}

declare module "*.css";

/** Pictures and films are files with hashed names; importing one gives its address. */
declare module "*.svg" {
  const address: string;
  export default address;
}

declare module "*.avif" {
  const address: string;
  export default address;
}

declare module "*.jpg" {
  const address: string;
  export default address;
}

declare module "*.woff2" {
  const address: string;
  export default address;
}

declare module "*.webm" {
  const address: string;
  export default address;
}

declare module "*.mp4" {
  const address: string;
  export default address;
}
