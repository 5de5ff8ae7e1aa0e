/** A number that one tap calls. */
export function PhoneLink({ number }: { number: string }) {
  return <a href={`tel:${number.replaceAll(/\s/g, "")}`}>{number}</a>;
}
