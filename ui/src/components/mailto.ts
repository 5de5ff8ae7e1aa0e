/** A link that writes to `address` (RFC 6068), whatever it contains; the server makes the same for the firm's own addresses. */
export function mailto(address: string): string {
  return `mailto:${encodeURIComponent(address).replace("%40", "@")}`;
}
