import { ButtonAnchor } from "../../components/Button";
import { dataAddress } from "./api";
import * as css from "./Profile.module.css";
import { ProjectSection } from "./ProjectSection";

/** Everything that we keep of the client, as one file. */
export function ProfileData() {
  return (
    <ProjectSection id="data" title="Your data">
      <div className={css.part}>
        <p>
          Your details, projects, payments, messages and our letters as text that programs read (JSON), with your documents and invoices,
          in one ZIP file.
        </p>
        <ButtonAnchor variant="secondary" href={dataAddress} download>
          Download all your data
        </ButtonAnchor>
      </div>
    </ProjectSection>
  );
}
