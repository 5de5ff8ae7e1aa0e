import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { useSWRConfig } from "swr";
import { ApiError, errorText } from "../../../api/client";
import type { components } from "../../../api/schema.gen";
import { Button } from "../../../components/Button";
import { RadioGroup } from "../../../components/Choice";
import { DateTime } from "../../../components/DateTime";
import { Dialog } from "../../../components/Dialog";
import { tried, type Sending } from "../../../components/draft";
import { Notice } from "../../../components/Notice";
import { Skeleton } from "../../../components/Skeleton";
import { TextField } from "../../../components/TextField";
import { toast } from "../../../components/toast";
import { paths } from "../../../paths";
import { clientAddress, isStaffData, useFiledNote, usePost, useStaffQuery } from "../api";
import { LoadProblem } from "../LoadProblem";
import * as css from "./EraseDialog.module.css";

type Preview = components["schemas"]["ErasurePreview"];
type Props = { client: { id: number; name: string; email: string }; onClose: () => void };

const unreached = "The server does not answer. Whether the client was erased is not known; trying again does it once.";

/** Erasing a client: what goes, what stays until when, what is in the way, and the typed word for it. */
export default function EraseDialog({ client, onClose }: Props) {
  const url = `${clientAddress(client.id)}/erasure`;
  const { data, error, mutate } = useStaffQuery<Preview>(url);
  return (
    <Dialog open onClose={onClose} title={`Erase ${client.name || client.email}?`} placement="side" stays>
      {error && !data ? (
        <LoadProblem what="What would be erased" error={error} retry={() => void mutate()} />
      ) : !data ? (
        <div aria-busy="true">
          <Skeleton shape="field" count={5} />
        </div>
      ) : (
        <div className={css.whole}>
          {data.obstacles.length > 0 && <InTheWay obstacles={data.obstacles} />}
          <Told preview={data} />
          {data.obstacles.length > 0 ? (
            <div className={css.acts}>
              <Button variant="secondary" onClick={onClose}>
                Back
              </Button>
            </div>
          ) : (
            <Confirm url={url} preview={data} onClose={onClose} />
          )}
        </div>
      )}
    </Dialog>
  );
}

function InTheWay({ obstacles }: { obstacles: string[] }) {
  return (
    <Notice tone="amber" title="It cannot be done yet">
      {obstacles.length === 1 ? (
        obstacles[0]
      ) : (
        <ul className={css.list}>
          {obstacles.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

function Told({ preview }: { preview: Preview }) {
  return (
    <>
      <section className={css.part} aria-labelledby="erase-goes">
        <h3 id="erase-goes">What goes, for good</h3>
        <ul className={css.list}>
          {preview.gone.map((each) => (
            <li key={each.what}>
              {each.what}
              {each.which.length > 0 && `: “${each.which.join("”, “")}”`}
            </li>
          ))}
        </ul>
      </section>
      <section className={css.part} aria-labelledby="erase-stays">
        <h3 id="erase-stays">What has to stay</h3>
        {preview.kept.length === 0 ? (
          <p>Nothing: there was no money, and so no invoice.</p>
        ) : (
          <dl className={css.kept}>
            {preview.kept.map((each) => (
              <div key={each.what}>
                <dt>
                  {each.what}, until <DateTime iso={each.until} />
                </dt>
                <dd>{each.why}</dd>
              </div>
            ))}
          </dl>
        )}
        <p>Where an order stays, lists say “Erased client”. {preview.elsewhere}</p>
      </section>
    </>
  );
}

function Confirm({ url, preview, onClose }: { url: string; preview: Preview; onClose: () => void }) {
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const [sending, setSending] = useState<Sending>(null);
  const post = usePost();
  const navigate = useNavigate();
  const { mutate } = useSWRConfig();
  const filed = useFiledNote();
  const { name, email, writesTo, seal } = preview;

  async function erase() {
    if (!reason) {
      setWrong({ reason: "Please say why" });
      return;
    }
    setBusy(true);
    setProblem("");
    setWrong({});
    const body = { typed, reason, seal };
    const named = tried(sending, JSON.stringify(body));
    setSending(named);
    try {
      await post(url, body, named.key);
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) setWrong(error.body.fields);
      else setProblem(errorText(error, unreached));
      if (error instanceof ApiError && error.status === 409) await mutate(url);
      setBusy(false);
      return;
    }
    onClose();
    await navigate(paths.adminClients);
    toast({ title: `${name || email} is erased`, body: writesTo ? `The last letter is for ${writesTo}.${filed}` : "Nobody was written to." });
    // What is kept in this page of somebody who is erased goes as well.
    await mutate(isStaffData, undefined, { revalidate: true });
  }

  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void erase();
      }}
    >
      <RadioGroup
        legend="Why"
        name="reason"
        options={preview.reasons.map((each) => ({ value: each.reason, label: each.label }))}
        value={reason}
        error={wrong["reason"]}
        onChange={(event) => setReason(event.target.value)}
      />
      <TextField
        label={name ? "Type the client's name or email" : "Type the client's email"}
        hint={[name, email].filter(Boolean).join(" or ")}
        autoComplete="off"
        value={typed}
        error={wrong["typed"]}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p>
        {writesTo
          ? `${writesTo} gets one last letter that says what was erased and what is kept until when. It cannot be undone.`
          : "The address was only typed, so nobody is written to. It cannot be undone."}
      </p>
      {problem && (
        <Notice tone="red" role="alert">
          {problem}
        </Notice>
      )}
      <div className={css.acts}>
        <Button type="submit" variant="danger" busy={busy}>
          Erase for good
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Back
        </Button>
      </div>
    </form>
  );
}
