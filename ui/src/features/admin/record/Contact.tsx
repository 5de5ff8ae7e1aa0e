import { CopyButton } from "../../../components/CopyButton";
import { mailto } from "../../../components/mailto";
import { PhoneLink } from "../PhoneLink";
import * as css from "./Answers.module.css";
import { Fact } from "./Part";

const unanswered = <span className={css.unanswered}>Not answered yet</span>;

type Props = { email: string; phone: string; givenPhone?: string };

/** How somebody is reached. `phone`: the number that they are told we call; `givenPhone`: that which was given with a project, where it is another one. */
export function Contact({ email, phone, givenPhone = "" }: Props) {
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
      <Fact name="Phone">{phone ? <Phone number={phone} /> : unanswered}</Fact>
      {givenPhone && (
        <Fact name="Phone given with this project">
          <Phone number={givenPhone} />
        </Fact>
      )}
    </>
  );
}

function Phone({ number }: { number: string }) {
  return (
    <span className={css.line}>
      <PhoneLink number={number} />
      <CopyButton text={number} what="phone number" />
    </span>
  );
}
