import { useQuery } from "../../api/query";
import { AppLink } from "../../components/AppLink";
import { Skeleton } from "../../components/Skeleton";
import { paths } from "../../paths";
import { detailsKey, type Details } from "./api";
import { LoadTrouble, Stale } from "./Loaded";
import { ProfileData } from "./ProfileData";
import { ProfileDeletion } from "./ProfileDeletion";
import { ProfileDetails } from "./ProfileDetails";
import { ProfileEmail } from "./ProfileEmail";
import { ProfilePassword } from "./ProfilePassword";
import { ProfileSessions } from "./ProfileSessions";
import * as css from "./ProjectPage.module.css";
import { SignOutButton } from "./SignOutButton";
import * as own from "./Profile.module.css";

/** Who the client is to us, how they sign in, and what they may ask for. */
export function ProfilePage() {
  const loaded = useQuery<Details>(detailsKey);
  const { data: details, error, mutate } = loaded;
  return (
    <div className={css.page}>
      <p className={css.back}>
        <AppLink to={paths.clientPortal}>Your portal</AppLink>
      </p>
      <div className={own.head}>
        <h1>Your profile</h1>
        <SignOutButton />
      </div>
      <Stale loaded={loaded} />
      {details ? (
        <div className={own.columns}>
          <div className={own.column}>
            <ProfileDetails details={details} />
            <ProfileEmail details={details} />
          </div>
          <div className={own.column}>
            <ProfilePassword name={details.name} email={details.email} />
            <ProfileSessions />
            <ProfileData />
            <ProfileDeletion askedAt={details.deletionAskedAt} />
          </div>
        </div>
      ) : error ? (
        <LoadTrouble what="profile" error={error} retry={mutate} />
      ) : (
        <div aria-busy="true">
          <p role="status">Loading your profile...</p>
          <Skeleton shape="card" />
        </div>
      )}
    </div>
  );
}
