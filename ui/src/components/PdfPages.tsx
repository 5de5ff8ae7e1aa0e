import type { PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { useEffect, useRef, useState, type ReactNode } from "react";
import * as css from "./DocumentViewer.module.css";
import { openPdf, paint } from "./pdf";

type Props = { content: Blob; name: string; page: number; zoom: number; onPages: (count: number) => void; onFailure: () => void };

/** A page of a PDF as a picture, as wide as there is room, times `zoom`. */
export default function PdfPages({ content, name, page, zoom, onPages, onFailure }: Props): ReactNode {
  const [file, setFile] = useState<PDFDocumentProxy | null>(null);
  const [painted, setPainted] = useState(0);
  const [width, setWidth] = useState(0);
  const canvas = useRef<HTMLCanvasElement>(null);

  // A phone is turned round while one looks.
  useEffect(() => {
    const frame = canvas.current?.parentElement;
    if (!frame) return;
    const sized = new ResizeObserver(() => setWidth(frame.clientWidth));
    sized.observe(frame);
    return () => sized.disconnect();
  }, []);

  useEffect(() => {
    let opened: PDFDocumentProxy | null = null;
    let gone = false;
    async function open() {
      try {
        opened = await openPdf(await content.arrayBuffer());
        if (gone) return void opened.loadingTask.destroy();
        onPages(opened.numPages);
        setFile(opened);
      } catch {
        if (!gone) onFailure();
      }
    }
    void open();
    return () => {
      gone = true;
      void opened?.loadingTask.destroy();
    };
  }, [content, onPages, onFailure]);

  useEffect(() => {
    const target = canvas.current;
    if (!file || !target || width === 0) return;
    const ended = new AbortController();
    paint(file, page, target, width * zoom, ended.signal).then(
      () => setPainted(page),
      () => {
        if (!ended.signal.aborted) onFailure();
      },
    );
    return () => ended.abort();
  }, [file, page, width, zoom, onFailure]);

  return <canvas key={page} ref={canvas} className={css.sheet} role="img" aria-label={`${name}, page ${page}`} aria-busy={painted !== page} />;
}
