/** Where the upright film stands in for the wide one, and where not; HeroFilm.module.css has the same condition. */
export const upright = "(max-width: 39.99rem)";
export const wide = "(min-width: 40rem)";
