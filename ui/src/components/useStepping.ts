import { useEffect, useEffectEvent, useRef, type PointerEvent } from "react";

/** CSS pixels that a finger goes sideways to mean it. */
const swipe = 60;

/**
 * Goes through a row with the arrow keys, wherever the focus is, and with a finger on what gets the handlers that are answered;
 * not while `active` is false.
 */
export function useStepping(active: boolean, back: () => void, on: () => void) {
  const touched = useRef<{ x: number; y: number } | null>(null);

  const onArrow = useEffectEvent(({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey || altKey || shiftKey) return;
    if (key === "ArrowLeft") back();
    if (key === "ArrowRight") on();
  });
  useEffect(() => {
    if (!active) return;
    const listen = (event: KeyboardEvent) => onArrow(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [active]);

  return {
    onPointerDown({ isPrimary, pointerType, clientX, clientY }: PointerEvent) {
      touched.current = active && isPrimary && pointerType === "touch" ? { x: clientX, y: clientY } : null;
    },
    onPointerUp({ clientX, clientY }: PointerEvent) {
      if (!touched.current) return;
      const [across, down] = [clientX - touched.current.x, clientY - touched.current.y];
      touched.current = null;
      if (Math.abs(across) > Math.max(swipe, 2 * Math.abs(down))) (across > 0 ? back : on)();
    },
  };
}
