import { KEPT } from "../api/rules.gen";

/** What stays of somebody whom staff erase, as the server does it: in the profile, its dialog and the privacy policy. */
export function ErasedText() {
  return (
    <>
      Of what was paid for, tax invoices stay as they were issued, with your name, company, address and email, for at least {KEPT.recordYears} years, as tax
      law requires; orders, payments, refunds, consultation times and the record of what our staff did stay as long without your name. Your
      details, answers, documents, messages and the texts of letters go.
    </>
  );
}
