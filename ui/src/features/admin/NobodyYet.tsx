import { ButtonLink } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { paths } from "../../paths";

/** In place of a list while nobody has booked anything. `many`: what it is a list of. */
export function NobodyYet({ many }: { many: string }) {
  return (
    <EmptyState
      action={
        <ButtonLink variant="secondary" to={paths.contact}>
          See the booking page
        </ButtonLink>
      }
    >
      No {many} yet. The first one appears here as soon as somebody books or starts a service.
    </EmptyState>
  );
}
