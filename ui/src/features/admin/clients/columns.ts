import { useState } from "react";

const place = "helios.clients.columns";

/** What the list of clients can show beside the client, in this order, and how wide. */
export const columns = [
  { name: "newest", label: "Newest project", width: "minmax(0, 1.6fr)" },
  { name: "owed", label: "Owed", width: "6.5rem" },
  { name: "next", label: "Next time", width: "minmax(0, 1fr)" },
  { name: "contact", label: "Last contact", width: "6.5rem" },
  { name: "address", label: "Address", width: "minmax(0, 1.3fr)" },
  { name: "since", label: "Client since", width: "6.5rem" },
] as const;

export type Column = (typeof columns)[number]["name"];

const usual: readonly Column[] = ["newest", "owed", "next", "contact"];

function read(): readonly Column[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? "null");
    return Array.isArray(kept) ? columns.map(({ name }) => name).filter((name) => kept.includes(name)) : usual;
  } catch {
    return usual;
  }
}

/** The columns that this browser's user has chosen, and a function that shows or hides one. */
export function useColumns(): [readonly Column[], (name: Column) => void] {
  const [chosen, setChosen] = useState(read);

  function toggle(name: Column) {
    const next = chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name];
    setChosen(next);
    try {
      localStorage.setItem(place, JSON.stringify(next));
    } catch {
      // Private windows may refuse it.
    }
  }
  return [chosen, toggle];
}
