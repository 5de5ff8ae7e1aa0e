import { ButtonLink } from "../components/Button";
import { paths } from "../paths";
import * as css from "./NotFound.module.css";

/** Any address without a page. The hint is the specification's, meant for whoever adds pages. */
export default function NotFound() {
  return (
    <section className={css.page}>
      <div className={css.words}>
        <h1>404 Page Not Found</h1>
        <p className={css.hint}>Did you forget to add the page to the router?</p>
        <p>There is nothing drawn at this address. It may have moved, or the link may have a slip of the pen in it.</p>
        <p className={css.ways}>
          <ButtonLink to={paths.home}>Return to the homepage</ButtonLink>
          <ButtonLink to={paths.services} variant="secondary">
            See our services
          </ButtonLink>
        </p>
      </div>
      <svg className={css.drawing} viewBox="0 0 560 420" aria-hidden="true" focusable="false">
        <circle className={css.sun} cx="424" cy="92" r="34" />
        <path className={css.ghost} d="M150 330V190l130-84 130 84v140M150 190l-28 18M410 190l28 18M236 330v-84h88v84M178 222h36v40h-36zM346 222h36v40h-36z" />
        <path className={css.cloud} d={cloud} />
        <path d="M20 330h520M40 330l-10 12M80 330l-10 12M120 330l-10 12M440 330l-10 12M480 330l-10 12M520 330l-10 12" />
        <path className={css.fine} d="M150 352v34M410 352v34M150 374h260M144 380l12-12M404 380l12-12" />
        <path d="M470 214l21 36h-42z" />
        <text className={css.note} x="470" y="244" textAnchor="middle">
          ?
        </text>
        <text className={css.note} x="280" y="366" textAnchor="middle">
          404
        </text>
      </svg>
    </section>
  );
}

/** A revision cloud, the mark that draughtspeople put around what is not settled. */
const cloud =
  "M118 350a26 26 0 0 1-22-44 28 28 0 0 1-4-52 28 28 0 0 1 14-50 28 28 0 0 1 30-44 30 30 0 0 1 50-36 32 32 0 0 1 56-26 32 32 0 0 1 62 2 32 32 0 0 1 52 30 30 30 0 0 1 42 42 28 28 0 0 1 22 48 28 28 0 0 1 8 52 28 28 0 0 1-8 50 26 26 0 0 1-26 30";
