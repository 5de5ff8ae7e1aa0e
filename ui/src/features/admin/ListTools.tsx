import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { AppLink } from "../../components/AppLink";
import { Act } from "./Act";
import { useListAddress } from "./address";
import * as css from "./ListTools.module.css";

const pause = 250;

/** Searches while typing: the address follows a short pause after the last key. */
export function SearchBox({ label, placeholder }: { label: string; placeholder: string }) {
  const address = useListAddress();
  const navigate = useNavigate();
  const [text, setText] = useState(address.search);
  const [asked, setAsked] = useState(address.search);
  const [seen, setSeen] = useState(address.search);
  const timer = useRef<number>(undefined);

  if (address.search !== seen) {
    setSeen(address.search);
    // Changed by a link or the back button, not by typing here.
    if (address.search !== asked) setText(address.search);
  }

  useEffect(() => () => clearTimeout(timer.current), []);

  function go(search: string) {
    clearTimeout(timer.current);
    setAsked(search);
    void navigate(address.with({ search }), { replace: true });
  }

  return (
    <form
      role="search"
      className={css.search}
      onSubmit={(event) => {
        event.preventDefault();
        go(text.trim());
      }}
    >
      <Search className={css.glass} size={18} strokeWidth={1.5} aria-hidden />
      <input
        className={css.input}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          const typed = event.target.value;
          setText(typed);
          clearTimeout(timer.current);
          timer.current = window.setTimeout(() => go(typed.trim()), pause);
        }}
      />
    </form>
  );
}

type StepsProps = { total: number; page: number; pageSize: number; name: string; onPage: (page: number) => void };

/** The way through a list whose page the address does not name; nothing where one page holds it all. */
export function Steps({ total, page, pageSize, name, onPage }: StepsProps) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  if (last === 1 && page === 1) return null;
  return (
    <nav className={css.turn} aria-label={name}>
      {page > 1 && (
        <Act onClick={() => onPage(Math.min(page - 1, last))}>
          Previous
        </Act>
      )}
      <span role="status">
        Page {page} of {last}
      </span>
      {page < last && (
        <Act onClick={() => onPage(page + 1)}>
          Next
        </Act>
      )}
    </nav>
  );
}

type PagesProps = { total: number; more?: boolean; page: number; pageSize: number; shown?: number; one: string; many: string };

/** How many there are, which of them are shown, and the way to the others. */
export function Pages({ total, more = false, page, pageSize, shown = Math.max(0, Math.min(pageSize, total - (page - 1) * pageSize)), one, many }: PagesProps) {
  const address = useListAddress();
  const last = Math.max(1, Math.ceil(total / pageSize));
  const first = (page - 1) * pageSize + 1;
  return (
    <div className={css.pages}>
      <p role="status">
        {more ? `More than ${total.toLocaleString("en-AU")}` : total} {total === 1 ? one : many}
        {shown > 0 && shown < total && `, ${first} to ${first + shown - 1} shown`}
      </p>
      {(last > 1 || page > 1) && (
        <nav className={css.steps} aria-label="Pages">
          {page > 1 && <AppLink to={address.with({ page: Math.min(page - 1, last) })}>Previous</AppLink>}
          <span>
            Page {page} of {last}
          </span>
          {page < last && <AppLink to={address.with({ page: page + 1 })}>Next</AppLink>}
        </nav>
      )}
    </div>
  );
}
