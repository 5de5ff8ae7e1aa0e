import { Select } from "../../../components/Select";
import { projectAddress, type ProjectRecord } from "../api";
import { useStaffAct } from "../useStaffAct";

/** Who of the staff looks after it, which its client reads in the portal. No letter is written. */
export function AdviserAct({ record }: { record: ProjectRecord }) {
  const { act, busy } = useStaffAct();
  return (
    <Select
      label="Looked after by"
      {...(record.adviser ? {} : { placeholder: "Nobody yet" })}
      value={record.adviser?.username ?? ""}
      disabled={record.erased}
      options={record.staff.map(({ username, name }) => ({ value: username, label: name }))}
      onChange={(event) =>
        !busy && void act(`${projectAddress(record.projectId)}/adviser`, { failed: "The adviser was not changed" }, { username: event.target.value })
      }
    />
  );
}
