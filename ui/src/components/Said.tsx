import { useSite } from "../site/SiteContext";
import { Unbroken } from "./Unbroken";

/** A sentence of the server's, in which the firm's telephone number can be called. */
export function Said({ text }: { text: string }) {
  const site = useSite();
  const phone = site["business.phone"];
  const at = phone ? text.indexOf(phone) : -1;
  if (at < 0) return <Unbroken text={text} />;
  return (
    <>
      {text.slice(0, at)}
      <a href={site["business.phoneHref"]}>{phone}</a>
      {text.slice(at + phone.length)}
    </>
  );
}
