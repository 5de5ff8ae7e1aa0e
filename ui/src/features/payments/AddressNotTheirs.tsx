import { Notice } from "../../components/Notice";
import { useSite } from "../../site/SiteContext";

type Props = { reference: string; mayCorrect?: boolean };

/** The address that this browser gave is said to be somebody else's: no letter goes there until it is put right. */
export function AddressNotTheirs({ reference, mayCorrect = false }: Props) {
  const site = useSite();
  return (
    <Notice tone="amber" title="We do not write to the email address you gave">
      <p>
        We were told that this does not come from the person who reads it. {mayCorrect ? "Correct the address below, or call us" : "Please call us"}
        <span data-given={site["business.phone"]}>
          {" "}
          on <a href={site["business.phoneHref"]}>{site["business.phone"]}</a>
        </span>{" "}
        with your reference {reference}, and we put it right.
      </p>
    </Notice>
  );
}
