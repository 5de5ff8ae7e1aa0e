import { useState } from "react";
import { ConfirmDialog } from "../../../components/Dialog";
import { DateTime } from "../../../components/DateTime";
import { toast } from "../../../components/toast";
import { Act } from "../Act";
import { usePost } from "../api";
import { tellFailure } from "../useStaffAct";
import * as forms from "./forms.module.css";
import * as css from "./PhoneCalendar.module.css";
import { ownAddressKey, type AddressMade, type OwnAddress } from "./phoneCalendar";
import { PhoneCalendarForm } from "./PhoneCalendarForm";

type Props = {
  address: OwnAddress;
  onMade: (address: string) => void;
  onChanged: () => void;
  onEnded: () => void;
};

/** The address that works at present: since when, whether a calendar asks there, what it shows; made anew and ended. */
export function PresentAddress({ address, onMade, onChanged, onEnded }: Props) {
  const { showsNames, showsBlocked, madeAt, usedAt } = address;
  const [asking, setAsking] = useState<"anew" | "end" | null>(null);
  const [busy, setBusy] = useState(false);
  const post = usePost();

  async function confirm() {
    setBusy(true);
    try {
      if (asking === "anew") onMade((await post<AddressMade>(ownAddressKey, { showsNames, showsBlocked })).address);
      else {
        await post(ownAddressKey, undefined, undefined, "DELETE");
        onEnded();
        toast({ title: "The address is ended", body: "Calendars that used it learn nothing new." });
      }
      setAsking(null);
    } catch (error) {
      setAsking(null);
      tellFailure(asking === "anew" ? "No new address is shown" : "The address is not ended", error);
    }
    setBusy(false);
  }

  return (
    <div className={css.part}>
      <dl className={forms.facts}>
        <dt>Address made</dt>
        <dd>{madeAt && <DateTime iso={madeAt} format="stamp" />}</dd>
        <dt>A calendar last looked</dt>
        <dd>{usedAt ? <DateTime iso={usedAt} format="stamp" /> : "Not yet"}</dd>
      </dl>
      <PhoneCalendarForm key={madeAt} kept={address} act="Save" onDone={onChanged} />
      <p className={css.small}>It ends when you end it, when your password changes, and with your account.</p>
      <p className={css.acts}>
        <Act onClick={() => setAsking("anew")}>Make a new address</Act>
        <Act onClick={() => setAsking("end")}>End this address</Act>
      </p>
      <ConfirmDialog
        open={asking !== null}
        title={asking === "end" ? "End your calendar address?" : "Make a new address?"}
        confirmLabel={asking === "end" ? "End it" : "Make a new one"}
        danger={asking === "end"}
        busy={busy}
        onConfirm={() => void confirm()}
        onCancel={() => setAsking(null)}
      >
        <p>
          The address that you have stops working. Calendars that use it learn nothing new
          {asking === "end" ? "." : ", until you give them the new one."} Some go on showing what they fetched before until you remove it there.
        </p>
      </ConfirmDialog>
    </div>
  );
}
