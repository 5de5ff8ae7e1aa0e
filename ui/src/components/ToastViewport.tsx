import { useEffect, useRef } from "react";
import * as Radix from "@radix-ui/react-toast";
import { Icon } from "./Icon";
import { dismissToast, errorDuration, toastDuration, type ShownToast } from "./toast";
import { placeToast } from "./toastPlace";
import * as css from "./Toast.module.css";

type Props = { toasts: readonly ShownToast[] };

/** Swipe right past 50 px dismisses, F8 moves the focus here, hovering stops the clock. */
export default function ToastViewport({ toasts }: Props) {
  const viewport = useRef<HTMLOListElement>(null);
  const newest = toasts.find(({ open }) => open)?.id;

  // Above the dialogs that are open by now: what is shown last covers what was shown before.
  useEffect(() => {
    if (newest === undefined || !viewport.current?.showPopover) return;
    if (viewport.current.matches(":popover-open")) viewport.current.hidePopover();
    viewport.current.showPopover();
  }, [newest]);

  // What a toast would cover comes and goes with the page below it, which may keep its height.
  useEffect(() => {
    const list = viewport.current;
    if (newest === undefined || !list) return;
    let asked = 0;
    const place = () => placeToast(list);
    const placeSoon = () => {
      cancelAnimationFrame(asked);
      asked = requestAnimationFrame(place);
    };
    const sizes = new ResizeObserver(place);
    sizes.observe(list);
    sizes.observe(document.body);
    const parts = new MutationObserver(placeSoon);
    parts.observe(document.body, { subtree: true, childList: true, characterData: true, attributeFilter: ["open", "hidden"] });
    addEventListener("scrollend", place, true);
    return () => {
      cancelAnimationFrame(asked);
      sizes.disconnect();
      parts.disconnect();
      removeEventListener("scrollend", place, true);
    };
  }, [newest]);

  return (
    <Radix.Provider duration={toastDuration} swipeDirection="right" swipeThreshold={50} label="Notification">
      {toasts.map(({ id, title, body, variant = "default", duration = variant === "destructive" ? errorDuration : toastDuration, open }) => (
        <Radix.Root
          key={id}
          className={css.toast}
          data-variant={variant}
          duration={duration}
          open={open}
          onOpenChange={(stays) => stays || dismissToast(id)}
        >
          <Radix.Title className={css.title}>{title}</Radix.Title>
          {body && <Radix.Description className={css.body}>{body}</Radix.Description>}
          <Radix.Close className={css.close} aria-label="Dismiss">
            <Icon name="close" size={18} />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport ref={viewport} popover="manual" className={css.viewport} hotkey={["F8"]} label="Notifications ({hotkey})" />
    </Radix.Provider>
  );
}
