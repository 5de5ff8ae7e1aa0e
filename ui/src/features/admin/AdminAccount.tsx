import { LogOut } from "lucide-react";
import { useState } from "react";
import { noteSignedOut } from "../../api/signedOut";
import type { CurrentUser } from "../../api/user";
import { paths } from "../../paths";
import * as css from "./AdminAccount.module.css";
import { usePost } from "./api";
import { OwnPassword } from "./OwnPassword";
import { tellFailure } from "./useStaffAct";

type Props = {
  user: CurrentUser;
  /** Whether the reader's clock shows another hour than the office's, whose time stands in every row. */
  elsewhere: boolean;
};

/** Who is signed in and whose time the pages show, their password, the way out. */
export function AdminAccount({ user, elsewhere }: Props) {
  const post = usePost();
  const [leaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    try {
      await post("/api/admin/logout");
      noteSignedOut();
      // A new document: nothing that was read stays in the memory of this one.
      location.assign(paths.adminLogin);
    } catch (error) {
      setLeaving(false);
      tellFailure("You are still signed in", error);
    }
  }

  return (
    <div className={css.who}>
      <p className={css.name}>{user.name}</p>
      {elsewhere && <p className={css.zone}>Sydney time</p>}
      <OwnPassword user={user} className={css.leave} wordClass={css.word} />
      <button type="button" className={css.leave} aria-disabled={leaving || undefined} onClick={() => leaving || void leave()}>
        <LogOut size={18} strokeWidth={1.5} aria-hidden />
        Sign out
      </button>
    </div>
  );
}
