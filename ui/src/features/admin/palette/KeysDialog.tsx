import { Dialog } from "../../../components/Dialog";
import { paletteKey } from "./Commands";
import * as css from "./KeysDialog.module.css";

const keys: readonly { keys: readonly string[]; does: string }[] = [
  { keys: [paletteKey], does: "Find a person or project, go to a page, begin an act" },
  { keys: ["/"], does: "Go to the search of a list" },
  { keys: ["j", "k"], does: "Down and up a list" },
  { keys: ["Enter"], does: "Open the row" },
  { keys: ["e"], does: "Done with the row, where it can be" },
  { keys: ["s"], does: "In a record: change the status" },
  { keys: ["n"], does: "In a record: write a note" },
  { keys: ["Enter", "↓"], does: "In a search: go to what it finds" },
  { keys: ["Esc"], does: "Close, empty the search, or back to the list" },
  { keys: ["?"], does: "Show these keys" },
];

/** The keys of the back office. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keys">
      <dl className={css.keys}>
        {keys.map((each) => (
          <div key={each.does}>
            <dt>
              {each.keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{each.does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
