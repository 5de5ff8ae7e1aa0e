import { useState } from "react";
import { Button } from "../../../components/Button";
import { Select } from "../../../components/Select";
import { Skeleton } from "../../../components/Skeleton";
import { consultationsKey, projectAddress, useStaffQuery, type Consultations } from "../api";
import * as css from "../DialogForm.module.css";
import type { Appointment } from "./calendar";
import type { Act } from "./TimeDialog";

/** Gives a free time to a client whose project is paid and has none yet. */
export function BookFor({ time, busy, act }: { time: Appointment; busy: boolean; act: Act }) {
  const { data, error } = useStaffQuery<Consultations>(consultationsKey({ waiting: "", page: 1, givenUpPage: 1 }));
  const [project, setProject] = useState("");
  const lacking = data?.items.filter(({ lacksTime }) => lacksTime) ?? [];
  if (error) return <p>Who waits for a time could not be loaded. Set it in the project's record.</p>;
  if (!data) return <Skeleton shape="field" />;
  if (lacking.length === 0) return <p>No paid project waits for a time. Any other project's time is set or moved in its record.</p>;
  return (
    <div className={css.form}>
      <Select
        label="Book it for"
        placeholder="Choose a project that waits for its time"
        value={project}
        options={lacking.map(({ projectId, name, reference, serviceTitle }) => ({ value: String(projectId), label: `${name || "No name"}, ${reference}, ${serviceTitle}` }))}
        onChange={(event) => setProject(event.target.value)}
      />
      <p>The client gets a letter with the time for their calendar, unless its address was said not to be theirs.</p>
      <Button variant="secondary" busy={busy} disabled={!project} onClick={() => void act(`${projectAddress(Number(project))}/consultation`, { slotId: time.id, seen: null }, "Booked")}>
        Book it
      </Button>
    </div>
  );
}
