import { useId, useRef, useState, type DragEvent } from "react";
import { Button } from "./Button";
import * as css from "./FileDrop.module.css";
import { toast } from "./toast";
import { megabytes, type UploadItem } from "./uploads";
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
  const [over, setOver] = useState(false);

  function take(files: FileList | null) {
    if (files) uploads.add(single ? [...files].slice(0, 1) : files);
    if (input.current) input.current.value = "";
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  }

  return (
    <div className={css.files}>
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
          {label}
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
        />
        <span className={css.browse} aria-hidden="true">
          {single ? "Browse for a file" : "Browse files"}
        </span>
      </div>
      <div role="alert">
        {refusals.map((text) => (
          <p key={text} className={css.refusal}>
            {text}
          </p>
        ))}
      </div>
      {items.length > 0 && (
        <ul className={css.list} aria-label="Your files">
          {items.map((item) => (
            <FileRow key={item.key} item={item} uploads={uploads} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Glyph({ path, size }: { path: string; size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth={1.25} aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

const words = { waiting: "Ready to upload", sending: "Uploading", stored: "Uploaded", failed: "Not uploaded" };

function FileRow({ item, uploads }: { item: UploadItem; uploads: Uploads }) {
  const sending = item.state === "sending";

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
        {item.preview ? <img src={item.preview} alt="" /> : <Glyph size={26} path="M13.5 2.5H5v19h14V8zM13.5 2.5V8H19" />}
      </span>
      <div className={css.about}>
        <p className={css.name}>{item.name}</p>
        <p className={css.size} role="status">
          {megabytes(item.size)}, {words[item.state]}
        </p>
        {sending && <progress className={css.progress} value={item.progress} aria-label={`Uploading ${item.name}`} />}
        {item.message && <p className={css.refusal}>{item.message}</p>}
      </div>
      <div className={css.acts}>
        {item.state === "failed" && (
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
