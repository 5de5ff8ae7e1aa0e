const megabyte = 1_048_576;

/** Bytes in the unit that says most: "594 bytes", "48 kB", "1.2 MB", "2 GB"; as the server writes them in letters. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} byte${bytes === 1 ? "" : "s"}`;
  if (bytes < 1000 * 1024) return `${Math.round(bytes / 1024)} kB`;
  const [unit, name] = bytes < 1000 * megabyte ? [megabyte, "MB"] : [1024 * megabyte, "GB"];
  return `${Math.round((bytes * 10) / unit) / 10} ${name}`;
}
