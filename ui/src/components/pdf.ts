import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";

/** The addresses of pdf.js's worker, and of its decoders of rare pictures; from the build. */
declare const PDF_WORKER: string;
declare const PDF_DECODERS: string;

/** Safari draws nothing on a larger canvas. */
const mostPixels = 16_000_000;

/**
 * A PDF to look at. Its pages are painted and nothing else: scripts, forms, links and embedded files in it stay asleep. Rejects
 * when it cannot be read.
 */
export function openPdf(data: ArrayBuffer): Promise<PDFDocumentProxy> {
  GlobalWorkerOptions.workerSrc = PDF_WORKER;
  return getDocument({
    data,
    // WebAssembly would need more than our policy for scripts allows.
    useWasm: false,
    wasmUrl: PDF_DECODERS,
    enableXfa: false,
    maxImageSize: 100_000_000,
    // What a document lacks is no news for the console.
    verbosity: 0,
  }).promise;
}

/** Paints a page `width` CSS pixels wide; `signal` ends it. Rejects when it is ended, or the page cannot be painted. */
export async function paint(file: PDFDocumentProxy, number: number, canvas: HTMLCanvasElement, width: number, signal: AbortSignal) {
  const page = await file.getPage(number);
  signal.throwIfAborted();
  const whole = page.getViewport({ scale: 1 });
  const wanted = (width / whole.width) * devicePixelRatio;
  const scale = Math.min(wanted, Math.sqrt(mostPixels / (whole.width * whole.height)));
  const viewport = page.getViewport({ scale });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  canvas.style.width = `${Math.floor(width)}px`;
  const work = page.render({ canvas, viewport, annotationMode: 1 });
  signal.addEventListener("abort", () => work.cancel());
  await work.promise;
}
