import type { Letter } from "../api";
import { LetterList } from "./Letters";

/** The letters with which an enquiry was answered. */
export default function EnquiryAnswers({ letters }: { letters: readonly Letter[] }) {
  return <LetterList letters={letters} />;
}
