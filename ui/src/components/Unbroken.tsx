import { aroundNumbers } from "./phoneNumbers";
import * as css from "./Unbroken.module.css";

/** A text whose telephone numbers go to the next line whole, or break at their spaces where even that is too narrow. */
export function Unbroken({ text }: { text: string }) {
  return aroundNumbers(text).map((part, index) =>
    index % 2 ? (
      <span key={index} className={css.number}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
