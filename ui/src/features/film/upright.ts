/** Where the upright film stands in for the wide one, and where not; HeroFilm.module.css has the same condition. */
export const upright = "(max-width: 59.99rem), (max-aspect-ratio: 1/1)";
export const wide = "(min-width: 60rem) and (min-aspect-ratio: 1001/1000)";
