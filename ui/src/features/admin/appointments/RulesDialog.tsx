import { Skeleton } from "../../../components/Skeleton";
import { AskingDialog } from "../AskingDialog";
import { useStaffQuery } from "../api";
import { LoadProblem } from "../LoadProblem";
import { rulesKey, type Rules } from "./calendar";
import { RulesForm } from "./RulesForm";

/** The rules for consultation times: looked at, changed, and what follows told before it is saved. */
export default function RulesDialog({ onClose }: { onClose: () => void }) {
  const { data, error, mutate } = useStaffQuery<Rules>(rulesKey);
  return (
    <AskingDialog open onClose={onClose} title="Consultation hours" placement="side">
      {error ? (
        <LoadProblem what="The rules" error={error} retry={() => void mutate()} />
      ) : data ? (
        <RulesForm rules={data} reload={() => mutate()} onClose={onClose} />
      ) : (
        <Skeleton shape="field" count={8} />
      )}
    </AskingDialog>
  );
}
