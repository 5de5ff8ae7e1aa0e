/** What we answer for, beside what the law does not let anybody exclude. */
export function Liability() {
  return (
    <>
      <p>
        Nothing in these terms excludes, restricts or changes a guarantee or right that you have under the Australian Consumer Law or any
        other law and that cannot be excluded.
      </p>
      <p>
        Subject to that, we are not liable for loss that arises from your use of the website, from relying on its general content, from its
        being unavailable or from a linked site, including loss of profit, loss of opportunity and indirect or consequential loss.
      </p>
      <p>
        Where our liability for a failure to comply with a guarantee can be limited, it is limited, at our choice, to supplying the service
        again or paying the cost of having it supplied again. Our liability is reduced to the extent that you caused or contributed to the
        loss.
      </p>
    </>
  );
}

/** How the terms are read, and by which law. */
export function General() {
  return (
    <>
      <h3>Governing law and courts</h3>
      <p>
        These terms are governed by the law of New South Wales, Australia. You and we submit to the exclusive jurisdiction of the courts of
        New South Wales and the courts that hear appeals from them.
      </p>
      <h3>Waiver</h3>
      <p>A right is waived only in writing. A delay in using a right does not waive it.</p>
      <h3>Severance</h3>
      <p>If a provision is invalid or cannot be enforced, it is read down or, if necessary, removed; the rest continues.</p>
      <h3>Joint and several liability</h3>
      <p>If you are more than one person, each of you is bound by these terms separately and all of you together.</p>
      <h3>Assignment</h3>
      <p>
        You may not transfer your rights under these terms without our written consent. We may transfer ours to a successor of our business
        if your position does not suffer by it.
      </p>
      <h3>Entire agreement</h3>
      <p>
        These terms and the Privacy Policy are the entire agreement between us about the website and replace everything said or written
        about it before.
      </p>
      <h3>Interpretation</h3>
      <p>
        Headings are for convenience. “Including” does not limit. The singular includes the plural, and a person includes a company. A law
        includes its amendments. References to dollars and $ are to Australian dollars (AUD). No provision is read against us because we
        drafted it.
      </p>
    </>
  );
}
