import { ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { Notice } from "../../components/Notice";
import { paths } from "../../paths";
import { emailAnswerAddress, emailLookAddress, type EmailLink } from "./api";
import { Answers, LinkPage, useAnswer, type AskedProps } from "./LinkPage";
import * as css from "./LinkPage.module.css";

/** Where the two letters about a change of address lead. */
export function EmailChangePage() {
  return (
    <LinkPage
      page={paths.portalEmail}
      lookAddress={emailLookAddress}
      title="Your email address"
      lead="We ask both mailboxes before an email address changes."
      Asked={Asked}
    />
  );
}

function Asked(asked: AskedProps<EmailLink>) {
  const link = asked.about;
  const { busy, tell, outcome } = useAnswer(emailAnswerAddress, asked, (answer) => ({ confirms: answer === "yes" }));

  if (link.made || link.stopped || link.confirmed) {
    return (
      <div ref={outcome} className={css.outcome} tabIndex={-1}>
        <Outcome link={link} />
      </div>
    );
  }
  return (
    <>
      <dl className={css.rows}>
        <div>
          <dt>New address</dt>
          <dd>{link.newAddress}</dd>
        </div>
        <div>
          <dt>Until</dt>
          <dd>
            <DateTime iso={link.expiresAt} format="full" />
          </dd>
        </div>
      </dl>
      <p>
        {link.side === "old"
          ? "A client signs in with the address of your letter at present. If it is you, do you want to sign in with the new one, and get our letters there?"
          : "A client of ours wants to sign in with this address, and get our letters here. Is it you?"}
      </p>
      <Answers busy={busy} tell={tell} yes={link.side === "old" ? "Yes, change my address" : "Yes, this is my address"} no="No, stop the change" />
      <p>Nothing has changed yet. The address changes when both mailboxes have said yes; every device but the one you asked on is signed out then.</p>
    </>
  );
}

function Outcome({ link }: { link: EmailLink }) {
  if (link.made) {
    return (
      <>
        <Notice tone="green" title="The address is changed">
          <p>{link.newAddress} is the address for the sign-in and for our letters now. The password is the same.</p>
        </Notice>
        <p>
          <ButtonLink to={paths.clientPortal}>Open the client portal</ButtonLink>
        </p>
      </>
    );
  }
  if (link.stopped) {
    return (
      <Notice tone="blue" title="The change is stopped">
        <p>
          Nothing has changed, and neither link works any more.
          {link.side === "old" && " If you did not ask for it, somebody knows your password: please choose another one."}
        </p>
        {link.side === "old" && (
          <p>
            <ButtonLink variant="secondary" to={paths.portalReset}>
              Choose another password
            </ButtonLink>
          </p>
        )}
      </Notice>
    );
  }
  return (
    <Notice tone="blue" title="Thank you. One more yes is awaited">
      <p>
        The letter to {link.side === "old" ? link.newAddress : "the present address"} has a link, too. The address changes when
        that has said yes, until <DateTime iso={link.expiresAt} format="full" />.
      </p>
    </Notice>
  );
}
