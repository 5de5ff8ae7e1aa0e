import { Paperclip } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { ApiError, errorText, request } from "../../api/client";
import { BOOKING_FILES } from "../../api/rules.gen";
import { MESSAGE_FILES, MESSAGE_TEXT_RULES } from "../../api/signedInRules.gen";
import { Button } from "../Button";
import { recall, remember, tried, type Sending } from "../draft";
import { FileRows } from "../FileDrop";
import { Notice } from "../Notice";
import { problem as problemOf, tidy } from "../ruleSchema";
import { TextArea } from "../TextField";
import type { Present } from "../fileRules";
import type { Sender, StoredFile } from "../../api/upload";
import { useUploads } from "../useUploads";
import * as css from "./Composer.module.css";
import type { Message } from "./useConversation";

type Props = {
  address: string;
  /** What its draft is kept under. */
  place: string;
  accept: readonly string[];
  send: Sender;
  /** Takes off the server what has arrived and is not to go with the message; without it, it stays among the documents. */
  takeBack?: ((file: StoredFile) => Promise<unknown>) | undefined;
  /** The documents that are there already. */
  present?: readonly Present[] | undefined;
  onSent: (message: Message) => void;
  /** Of staff: the newest message that they have before them. */
  seen?: number | undefined;
  /** It was refused: something was written that this page does not show yet. */
  onRefused: () => void;
  /** Files have arrived, and the message has not. */
  onArrived: () => void;
};

const rule = MESSAGE_TEXT_RULES.text;
const counted = rule.most - 500;

type Draft = { text: string; files: readonly StoredFile[]; sending: Sending };
const leave = () => Promise.resolve();
const blank: Draft = { text: "", files: [], sending: null };

/** Where a message is written. What is typed stays until the server has it, and is sent once however often it is tried. */
export function Composer({ address, place, accept, send, takeBack = leave, present, seen, onSent, onRefused, onArrived }: Props) {
  const [kept] = useState(() => recall(`message.${place}`, blank));
  const [text, setText] = useState(kept.text);
  const [wrong, setWrong] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  const sending = useRef(kept.sending);
  const area = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const uploads = useUploads({ accept, maxBytes: BOOKING_FILES.maxFileBytes, stored: kept.files, remove: takeBack, present });
  const { items } = uploads;
  const going = items.filter(({ state }) => state !== "doubled");
  const stored = items.flatMap((item) => (item.stored ? [item.stored] : []));

  const keep = () => remember(`message.${place}`, text || stored.length > 0 ? { text, files: stored, sending: sending.current } : null);

  useEffect(keep);

  function write(value: string) {
    setText(value);
    setWrong("");
    setSaid("");
  }

  function judged(plain: string): string {
    if (going.length > MESSAGE_FILES.most) return MESSAGE_FILES.tooMany;
    return problemOf(plain, rule) ?? (plain || going.length ? "" : rule.message);
  }

  async function submit() {
    const plain = tidy(text, rule.lines);
    const refused = judged(plain);
    setWrong(refused);
    setProblem("");
    if (refused) {
      area.current?.querySelector("textarea")?.focus();
      return;
    }
    setBusy(true);
    try {
      const documents: number[] = [];
      const arrived = await uploads.sendAll(async (file, options) => {
        const one = await send(file, options);
        documents.push(Number(one.id));
        return one;
      });
      if (!arrived) throw new Error("a file has not arrived");
      await post(plain, [...stored.map(({ id }) => Number(id)), ...documents]);
    } catch (error) {
      const lost = error instanceof TypeError ? "The server could not be reached." : "A file could not be sent.";
      setWrong((error instanceof ApiError && error.body.fields.text) || "");
      setProblem(errorText(error, lost));
      if (error instanceof ApiError && error.status === 409) onRefused();
      if (going.length) onArrived();
    }
    setBusy(false);
  }

  async function post(plain: string, documents: number[]) {
    const of = JSON.stringify([plain, documents]);
    // The same again under the same name: if it had arrived after all, it is not doubled.
    sending.current = tried(sending.current, of);
    keep();
    const body = { text: plain, documents, ...(seen === undefined ? {} : { seen }) };
    const message = await request<Message>("POST", address, body, { "Idempotency-Key": sending.current.key });
    sending.current = null;
    setText("");
    uploads.clear();
    setSaid("Sent.");
    onSent(message);
  }

  function sendOnKeys(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || busy) return;
    event.preventDefault();
    void submit();
  }

  const length = [...text].length;
  return (
    <form
      className={css.composer}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      <div ref={area} className={css.typing}>
        <TextArea
          label="Your message"
          rows={3}
          value={text}
          error={wrong || undefined}
          readOnly={busy}
          onChange={(event) => write(event.target.value)}
          onKeyDown={sendOnKeys}
        />
        {length > counted && (
          <p className={css.count} data-over={length > rule.most || undefined}>
            {length.toLocaleString("en-AU")} of {rule.most.toLocaleString("en-AU")} characters
          </p>
        )}
      </div>
      <div role="alert">
        {uploads.refusals.map((refusal) => (
          <p key={refusal} className={css.refusal}>
            {refusal}
          </p>
        ))}
      </div>
      {items.length > 0 && <FileRows uploads={uploads} arrived="Among the documents, goes with this message" />}
      {problem && (
        <Notice tone="red" title="Not sent" role="alert">
          <p>{problem} What you wrote is kept here.</p>
        </Notice>
      )}
      <div className={css.acts}>
        <Button type="submit" busy={busy}>
          {busy ? "Sending" : problem ? "Try again" : "Send"}
        </Button>
        <label className={css.attach}>
          <Paperclip size={18} strokeWidth={1.5} aria-hidden />
          Add files
          <input
            ref={input}
            type="file"
            multiple
            disabled={busy}
            accept={accept.map((extension) => `.${extension}`).join(",")}
            onChange={(event) => {
              if (event.target.files) uploads.add(event.target.files);
              if (input.current) input.current.value = "";
              setWrong("");
              setSaid("");
            }}
          />
        </label>
        <p className={css.keys}>Ctrl and Enter sends</p>
        <p role="status" className={css.said}>
          {said}
        </p>
      </div>
    </form>
  );
}
