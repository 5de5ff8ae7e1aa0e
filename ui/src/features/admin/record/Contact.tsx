import { CopyButton } from "../../../components/CopyButton";
import { mailto } from "../../../components/mailto";
import * as css from "./Answers.module.css";
import { Fact } from "./Part";

const unanswered = <span className={css.unanswered}>Not answered yet</span>;

/** How somebody is reached. */
export function Contact({ email, phone }: { email: string; phone: string }) {
  return (
    <>
      <Fact name="Email">
        {email ? (
          <span className={css.line}>
            <a href={mailto(email)}>{email}</a>
            <CopyButton text={email} what="email address" />
          </span>
        ) : (
          unanswered
        )}
      </Fact>
      <Fact name="Phone">
        {phone ? (
          <span className={css.line}>
            <a href={`tel:${phone.replaceAll(/\s/g, "")}`}>{phone}</a>
            <CopyButton text={phone} what="phone number" />
          </span>
        ) : (
          unanswered
        )}
      </Fact>
    </>
  );
}
