import { errorText } from "../../api/client";
import { Button } from "../../components/Button";
import { Notice } from "../../components/Notice";
import * as css from "./LoadProblem.module.css";

type Props = {
  /** What is missing, as the start of a sentence. */
  what: string;
  error: unknown;
  retry: () => void;
};

/** Where loaded data would stand: why it is not there, and another try. */
export function LoadProblem({ what, error, retry }: Props) {
  return (
    <div className={css.problem}>
      <Notice tone="red" role="alert" title={`${what} could not be loaded`}>
        <p>{errorText(error, "The server does not answer. Nothing is lost; check the connection, then try again.")}</p>
      </Notice>
      <Button variant="secondary" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
