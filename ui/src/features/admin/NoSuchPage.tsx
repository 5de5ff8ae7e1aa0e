import { AppLink } from "../../components/AppLink";
import { EmptyState } from "../../components/EmptyState";
import { paths } from "../../paths";
import { StaffHead } from "./StaffHead";

/** An address of the staff area without a page. */
export default function NoSuchPage() {
  return (
    <>
      <StaffHead title="There is no such page" />
      <EmptyState action={<AppLink to={paths.adminDashboard}>Go to the dashboard</AppLink>}>The address may have a slip in it. The menu above leads to every page.</EmptyState>
    </>
  );
}
