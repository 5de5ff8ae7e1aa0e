import { KeyRound } from "lucide-react";
import { Suspense, useState } from "react";
import type { CurrentUser } from "../../api/user";
import { Dialog } from "../../components/Dialog";
import { Skeleton } from "../../components/Skeleton";
import { lazily } from "../../lazily";

const OwnPasswordForm = lazily(() => import("./OwnPasswordForm"));

type Props = { user: CurrentUser; className: string | undefined; wordClass: string | undefined };

/** Opens the change of one's own password. */
export function OwnPassword({ user, className, wordClass }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} aria-label="Change your password" onClick={() => setOpen(true)}>
        <KeyRound size={18} strokeWidth={1.5} aria-hidden />
        <span className={wordClass}>Password</span>
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Change your password">
        <Suspense fallback={<Skeleton shape="field" count={3} />}>
          <OwnPasswordForm user={user} done={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    </>
  );
}
