import type { Meeting } from "../api/meetings";
import { Unbroken } from "./Unbroken";

/** What is said of a consultation's way; a link in it can be followed. */
export function MeetingText({ meeting: { said, location } }: { meeting: Meeting }) {
  if (!location.startsWith("https://")) return <Unbroken text={said} />;
  return (
    <>
      {said.replace(location, "")}
      <a href={location} target="_blank" rel="noopener noreferrer">
        {location}
      </a>
    </>
  );
}
