import { Dialog } from "../../../components/Dialog";
import { DetailsForm, type KeptClient } from "../DetailsForm";

type Props = { open: boolean; client: KeptClient; onClose: () => void };

/** Corrects what we keep of a client, beside the record. */
export function DetailsDialog({ open, client, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Correct details" placement="side" stays>
      <DetailsForm client={client} onClose={onClose} />
    </Dialog>
  );
}
