import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { toast } from "./toast";
import * as css from "./CopyButton.module.css";

const shownFor = 2000;

type Props = {
  text: string;
  /** "phone number": what is copied. */
  what: string;
};

/** Puts a text on the clipboard and says so for a moment. */
export function CopyButton({ text, what }: Props) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownFor);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Browsers refuse without a secure connection.
      toast({ title: "The browser did not allow copying", body: text, variant: "destructive" });
    }
  }

  const Glyph = copied ? Check : Copy;
  return (
    <button type="button" className={css.copy} aria-label={`Copy the ${what}`} onClick={() => void copy()}>
      <Glyph size={16} strokeWidth={1.5} aria-hidden />
      <span className={css.said} role="status">
        {copied && "Copied"}
      </span>
    </button>
  );
}
