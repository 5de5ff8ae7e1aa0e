import { AskingDialog } from "../AskingDialog";
import { DetailsForm, type KeptClient } from "../DetailsForm";

type Props = { client: KeptClient; onClose: () => void };

/** Corrects what we keep of a client, beside the record. */
export default function DetailsDialog({ client, onClose }: Props) {
  return (
    <AskingDialog open onClose={onClose} title="Correct details" placement="side">
      <DetailsForm client={client} onClose={onClose} />
    </AskingDialog>
  );
}
