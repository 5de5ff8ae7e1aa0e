import { createContext, useContext, useEffect } from "react";

export type Typing = {
  /** Something was chosen that is as good as typed. */
  note: () => void;
  /** What was typed is saved. */
  settle: () => void;
  /** Goes on, after a question where something typed would be lost. */
  leave: (then: () => void) => void;
  /** What is done as well when it is discarded. */
  onDiscard: (forget: () => void) => void;
};

export const TypingContext = createContext<Typing>({ note: () => {}, settle: () => {}, leave: (then) => then(), onDiscard: () => {} });

/** What the form of a dialog says about what was typed in it; outside of one nothing is asked. */
export const useTyping = () => useContext(TypingContext);

/** The same for a form that keeps what was typed: it is forgotten where staff say so. */
export function useForgotten(forget: () => void): void {
  const { onDiscard } = useTyping();
  useEffect(() => {
    onDiscard(forget);
  });
}
