import { useEffect, useId, useRef, useState, type DragEvent } from "react";
import { Button } from "./Button";
import * as css from "./FileDrop.module.css";
import { toast } from "./toast";
import { sizeText } from "./sizeText";
import type { UploadItem } from "./uploads";
import type { Uploads } from "./useUploads";

type Props = {
  uploads: Uploads;
  label: string;
  /** One file only. */
  single?: boolean;
};

/** Drag files here or browse; each shows its name, size, progress and what can be done with it. */
export function FileDrop({ uploads, label, single = false }: Props) {
  const { rules, items, refusals } = uploads;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const replaced = useRef<UploadItem>(null);
  const [over, setOver] = useState(false);
  // Touch speaks of adding and has a camera, a pointer of dragging.
  const [touch] = useState(() => matchMedia("(hover: none) and (pointer: coarse)").matches);

  // On a phone the area would push what was chosen off the screen: one file or many, it stands above.
  const [first] = useState(() => matchMedia("(max-width: 39.99rem)").matches);

  // The newest file and what was refused with it come into sight, wherever the page or dialog is scrolled to.
  const told = useRef<HTMLDivElement>(null);
  const chosen = useRef(false);
  useEffect(() => {
    const show = (part: Element | null | undefined) => part?.scrollIntoView({ block: "nearest", behavior: "instant" });
    if (chosen.current) show(told.current?.querySelector("li:last-child"));
    if (refusals.length) show(told.current?.firstElementChild);
    chosen.current = false;
  }, [refusals, items.length]);
  const rows = (
    <div ref={told} className={css.told}>
      <div role="alert">
        {refusals.map((text) => (
          <p key={text} className={css.refusal}>
            {text}
          </p>
        ))}
      </div>
      {items.length > 0 && <FileRows uploads={uploads} onAnother={chooseAnother} />}
    </div>
  );

  function chooseAnother(item: UploadItem) {
    replaced.current = item;
    input.current?.click();
  }

  function take(files: FileList | null) {
    if (files?.length) {
      if (replaced.current) void uploads.remove(replaced.current);
      replaced.current = null;
      chosen.current = true;
      uploads.add(single ? [...files].slice(0, 1) : files);
    }
    if (input.current) input.current.value = "";
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  }

  return (
    <div className={css.files}>
      {first && rows}
      <div
        className={css.area}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Glyph size={30} path="M12 15V3.5M7 8l5-5 5 5M3.5 14.5v6h17v-6" />
        <label className={css.label} htmlFor={id}>
          {touch ? (single ? "Add a document or photo" : "Add documents or photos") : label}
        </label>
        <p className={css.rules} id={`${id}-rules`}>
          {rules.accept.map((extension) => extension.toUpperCase()).join(", ")}, up to {rules.maxBytes / 1_048_576} MB{" "}
          {single ? "" : "each"}
        </p>
        <input
          ref={input}
          id={id}
          className={css.input}
          type="file"
          multiple={!single}
          accept={rules.accept.map((extension) => `.${extension}`).join(",")}
          aria-describedby={`${id}-rules`}
          onChange={(event) => take(event.target.files)}
          onClick={(event) => event.isTrusted && (replaced.current = null)}
        />
        <span className={css.browse} aria-hidden="true">
          {single ? "Browse for a file" : "Browse files"}
        </span>
      </div>
      {touch && (
        <label className={css.camera}>
          <input type="file" accept="image/jpeg,image/png" capture="environment" onChange={(event) => take(event.target.files)} />
          Take a photo
        </label>
      )}
      {!first && rows}
    </div>
  );
}

type RowsProps = {
  uploads: Uploads;
  /** Lets the visitor choose another file in the place of one that can never pass. */
  onAnother?: ((item: UploadItem) => void) | undefined;
  /** What is said of a file that has arrived. */
  arrived?: string | undefined;
};

/** Each file with its name, size and progress, and what can be done with it. */
export function FileRows({ uploads, onAnother, arrived }: RowsProps) {
  return (
    <ul className={css.list} aria-label="Your files">
      {uploads.items.map((item) => (
        <FileRow key={item.key} item={item} uploads={uploads} onAnother={onAnother} arrived={arrived} />
      ))}
    </ul>
  );
}

function Glyph({ path, size }: { path: string; size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth={1.25} aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

const words = { waiting: "Ready to upload", sending: "Uploading", paused: "Not uploaded yet", stored: "Uploaded", failed: "Not uploaded", doubled: "Not uploaded again" };

function FileRow({ item, uploads, onAnother, arrived = words.stored }: RowsProps & { item: UploadItem }) {
  const sending = item.state === "sending";
  const [broken, setBroken] = useState(false);

  async function remove() {
    try {
      await uploads.remove(item);
    } catch {
      toast({ title: "Not removed", body: `${item.name} is still there. Please try again.`, variant: "destructive" });
    }
  }

  return (
    <li className={css.row} data-state={item.state}>
      <span className={css.picture}>
        {item.preview && !broken ? <img src={item.preview} alt="" onError={() => setBroken(true)} /> : <Glyph size={26} path="M13.5 2.5H5v19h14V8zM13.5 2.5V8H19" />}
      </span>
      <div className={css.about}>
        <p className={css.name}>{item.name}</p>
        <p className={css.size} role="status">
          {sizeText(item.size)}, {sending && item.progress === 1 ? "Sent, waiting for the server" : item.state === "stored" ? arrived : words[item.state]}
        </p>
        {sending && <progress className={css.progress} value={item.progress} aria-label={`Uploading ${item.name}`} />}
        <div role="alert">{item.message && <p className={item.state === "doubled" ? css.there : css.refusal}>{item.message}</p>}</div>
      </div>
      <div className={css.acts}>
        {item.hopeless && onAnother && (
          <Button variant="quiet" onClick={() => onAnother(item)} aria-label={`Choose another file for ${item.name}`}>
            Choose another
          </Button>
        )}
        {item.state === "doubled" && (
          <Button variant="quiet" onClick={() => uploads.insist(item.key)} aria-label={`Add all the same: ${item.name}`}>
            Add all the same
          </Button>
        )}
        {(item.state === "paused" || (item.state === "failed" && !item.hopeless)) && (
          <Button variant="quiet" onClick={() => uploads.retry(item.key)} aria-label={`Retry ${item.name}`}>
            Retry
          </Button>
        )}
        {uploads.canRemove(item) && (
          <Button variant="quiet" onClick={remove} aria-label={`${sending ? "Cancel" : "Remove"} ${item.name}`}>
            {sending ? "Cancel" : "Remove"}
          </Button>
        )}
      </div>
    </li>
  );
}
