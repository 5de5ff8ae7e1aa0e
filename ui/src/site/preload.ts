import { createContext, use } from "react";

/** Loads the chunk of the page at an address ahead of time. The public bundle provides it; elsewhere it does nothing. */
type Preload = (address: string) => void;

const PreloadContext = createContext<Preload>(() => {});

export const PreloadProvider = PreloadContext;

export function usePreload(): Preload {
  return use(PreloadContext);
}
