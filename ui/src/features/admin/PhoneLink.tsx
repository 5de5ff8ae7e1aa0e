const numbers = /((?:\+61|0)(?:[ ]?\d){8,11})/;

/** A sentence in which a number may stand, to be called by one tap. */
export function Callable({ text }: { text: string }) {
  return text.split(numbers).map((part, at) => (at % 2 === 1 ? <PhoneLink key={at} number={part} /> : part));
}

/** A number that one tap calls. */
export function PhoneLink({ number }: { number: string }) {
  return <a href={`tel:${number.replaceAll(/\s/g, "")}`}>{number}</a>;
}
