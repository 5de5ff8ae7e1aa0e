import { useUser } from "../api/user";
import { Icon } from "../components/Icon";

/** The sign beside the portal's link that somebody is signed in; nothing while unknown. */
export default function SignedInMark() {
  return useUser() && <Icon name="user" size={20} label="Signed in:" />;
}
