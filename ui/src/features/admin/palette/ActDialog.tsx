import { sydneyDay } from "../../../components/time";
import { lazily } from "../../../lazily";
import type { Opens } from "./beginsWith";

const AddTimeDialog = lazily(() => import("../appointments/AddTimeDialog"));
const BeginDialog = lazily(() => import("../clients/BeginDialog"));
const ClosuresDialog = lazily(() => import("../appointments/ClosuresDialog"));
const KeysDialog = lazily(() => import("./KeysDialog"));
const PhoneCalendarDialog = lazily(() => import("../appointments/PhoneCalendarDialog"));
const RulesDialog = lazily(() => import("../appointments/RulesDialog"));
const UploadDialog = lazily(() => import("../documents/UploadDialog"));

/** The dialog of an act that can be begun from anywhere. */
export default function ActDialog({ act, onClose }: { act: Exclude<Opens, "palette">; onClose: () => void }) {
  const today = sydneyDay(new Date());
  switch (act) {
    case "phone":
      return <BeginDialog client={null} onClose={onClose} />;
    case "time":
      return <AddTimeDialog day={today} onClose={onClose} />;
    case "closures":
      return <ClosuresDialog today={today} onClose={onClose} />;
    case "rules":
      return <RulesDialog onClose={onClose} />;
    case "calendar":
      return <PhoneCalendarDialog onClose={onClose} />;
    case "upload":
      return <UploadDialog about="" onClose={onClose} />;
    case "keys":
      return <KeysDialog onClose={onClose} />;
  }
}
