/** Small pictures of the images that were added in this tab, by the document's id on the server: a reload shows them again. */
const key = "helios.previews";
/** Pixels; as large as a list shows them on a sharp screen. */
const edge = 96;

type Previews = Record<string, string>;

function read(): Previews {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "{}") as Previews;
  } catch {
    return {};
  }
}

/** The address of what was kept of a document, or null. */
export function recallPreview(id: string | number): string | null {
  return typeof sessionStorage === "undefined" ? null : (read()[id] ?? null);
}

/** Keeps a small picture of an image; of anything else, and where there is no room, none. */
export async function keepPreview(id: string | number, file: File): Promise<void> {
  if (!file.type.startsWith("image/") || typeof createImageBitmap === "undefined") return;
  try {
    const image = await createImageBitmap(file, { resizeWidth: edge });
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    image.close();
    sessionStorage.setItem(key, JSON.stringify({ ...read(), [id]: canvas.toDataURL("image/jpeg", 0.7) }));
  } catch {
    // Not an image that this browser reads, or no room for it: the list shows a sheet in its place.
  }
}
