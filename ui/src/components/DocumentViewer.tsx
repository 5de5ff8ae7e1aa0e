import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { ApiError } from "../api/client";
import { Button, ButtonAnchor } from "./Button";
import { Dialog } from "./Dialog";
import * as css from "./DocumentViewer.module.css";
import { Notice } from "./Notice";
import { useStepping } from "./useStepping";
import type { Viewed } from "./viewable";

const PdfPages = lazy(() => import("./PdfPages").catch(() => ({ default: PartMissing })));

type Props = {
  open: boolean;
  onClose: () => void;
  file: Viewed;
  /** All files of the list that it stands in, to go through. */
  among?: readonly Viewed[];
  /** This file has come. */
  onFetched?: (file: Viewed) => void;
};

const zooms = [1, 1.5, 2, 3, 4];
const cannot = "This file cannot be shown here. Download it.";

function PartMissing({ onFailure }: { onFailure: () => void }): ReactNode {
  useEffect(onFailure, [onFailure]);
  return null;
}

/** The document's bytes under the type that its list tells; null until they have come, an Error when they do not. */
function useContent(open: boolean, file: Viewed, onFetched: Props["onFetched"]): Blob | Error | null {
  const [got, setGot] = useState<{ from: string; content: Blob | Error } | null>(null);
  const { address, type } = file;
  const fetched = useEffectEvent(() => onFetched?.(file));
  useEffect(() => {
    if (!open) return;
    const ended = new AbortController();
    async function load() {
      try {
        const answer = await fetch(address, { credentials: "include", signal: ended.signal });
        if (!answer.ok) throw new ApiError(answer.status, await answer.text());
        setGot({ from: address, content: new Blob([await answer.arrayBuffer()], { type }) });
        fetched();
      } catch (error) {
        if (!ended.signal.aborted) setGot({ from: address, content: error instanceof Error ? error : new Error(cannot) });
      }
    }
    void load();
    return () => {
      ended.abort();
      setGot(null);
    };
  }, [open, address, type]);
  return got?.from === address ? got.content : null;
}

/** A PDF or a picture in a dialog of its own, and the others of its list one after the other; nothing of a document runs. */
export default function DocumentViewer({ open, onClose, file, among = [], onFetched }: Props) {
  const [shown, setShown] = useState(file);
  const { name, type, address } = shown;
  const content = useContent(open, shown, onFetched);
  const [failed, setFailed] = useState(false);
  const [page, setPage] = useState(1);
  const [pages, setPages] = useState(1);
  const [zoom, setZoom] = useState(0);
  const onFailure = useCallback(() => setFailed(true), []);
  const broken = failed || content instanceof Error;

  function show(next: Viewed) {
    setShown(next);
    setFailed(false);
    setPage(1);
    setPages(1);
    setZoom(0);
  }

  function close() {
    show(file);
    onClose();
  }

  const at = among.findIndex((each) => each.address === address);
  const [before, after] = [among[at - 1], at < 0 ? undefined : among[at + 1]];
  const step = (next: Viewed | undefined) => next && show(next);
  const swiping = useStepping(open && zoom === 0, () => step(before), () => step(after));

  const turn = (by: number) => setPage((now) => Math.min(Math.max(now + by, 1), pages));
  const magnify = (by: number) => setZoom((now) => Math.min(Math.max(now + by, 0), zooms.length - 1));

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = { PageDown: () => turn(1), PageUp: () => turn(-1), "+": () => magnify(1), "=": () => magnify(1), "-": () => magnify(-1) }[event.key];
    if (!act || broken) return;
    event.preventDefault();
    act();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={name}
      placement="whole"
      actions={
        <div className={css.tools}>
          {among.length > 1 && at >= 0 && (
            <>
              <Button variant="secondary" aria-label="Previous document" aria-disabled={!before || undefined} onClick={() => step(before)}>
                <span aria-hidden="true">←</span>
              </Button>
              <Button variant="secondary" aria-label="Next document" aria-disabled={!after || undefined} onClick={() => step(after)}>
                <span aria-hidden="true">→</span>
              </Button>
            </>
          )}
          {pages > 1 && !broken && (
            <>
              <Button variant="secondary" aria-label="Previous page" aria-disabled={page === 1 || undefined} onClick={() => turn(-1)}>
                <span aria-hidden="true">↑</span>
              </Button>
              <Button variant="secondary" aria-label="Next page" aria-disabled={page === pages || undefined} onClick={() => turn(1)}>
                <span aria-hidden="true">↓</span>
              </Button>
            </>
          )}
          {!broken && (
            <>
              <Button variant="secondary" aria-label="Zoom out" aria-disabled={zoom === 0 || undefined} onClick={() => magnify(-1)}>
                −
              </Button>
              <Button variant="secondary" aria-label="Zoom in" aria-disabled={zoom === zooms.length - 1 || undefined} onClick={() => magnify(1)}>
                +
              </Button>
            </>
          )}
          <ButtonAnchor href={address} download={name} variant={broken ? "primary" : "secondary"}>
            Download
          </ButtonAnchor>
          <p className={css.where} role="status">
            {[
              among.length > 1 && at >= 0 && `Document ${at + 1} of ${among.length}`,
              !broken && (content === null ? "Loading…" : pages > 1 && `Page ${page} of ${pages}`),
            ]
              .filter(Boolean)
              .join(", ")}
          </p>
        </div>
      }
    >
      {broken ? (
        <Notice tone="amber">{content instanceof ApiError ? content.message : cannot}</Notice>
      ) : (
        /* It scrolls, so the keyboard has to reach it. */
        <div
          className={css.frame}
          data-whole={zoom === 0}
          tabIndex={0}
          role="group"
          aria-label={`Preview of ${name}`}
          onKeyDown={onKeyDown}
          {...swiping}
        >
          {content instanceof Blob &&
            (type === "application/pdf" ? (
              <Suspense>
                <PdfPages content={content} name={name} page={page} zoom={zooms[zoom] ?? 1} onPages={setPages} onFailure={onFailure} />
              </Suspense>
            ) : (
              <Picture content={content} name={name} zoom={zooms[zoom] ?? 1} onFailure={onFailure} />
            ))}
        </div>
      )}
    </Dialog>
  );
}

function Picture({ content, name, zoom, onFailure }: { content: Blob; name: string; zoom: number; onFailure: () => void }) {
  const picture = useRef<HTMLImageElement>(null);
  useLayoutEffect(() => {
    const address = URL.createObjectURL(content);
    if (picture.current) picture.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [content]);
  return <img ref={picture} className={css.sheet} alt={name} style={{ width: `${zoom * 100}%` }} onError={onFailure} />;
}
