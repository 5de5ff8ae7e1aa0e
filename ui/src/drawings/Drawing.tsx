type Props = {
  /** Address of the SVG file. */
  src: string;
  /** Its own width and height in pixels; the page gives it the width that it has. */
  size: readonly [width: number, height: number];
  /** For the drawing at the head of a page, which must not wait until it is scrolled near. */
  eager?: boolean;
  className?: string | undefined;
};

/** One sheet of the drawing set. The words beside it say what it shows, so it is decoration to screen readers. */
export function Drawing({ src, size: [width, height], eager = false, className }: Props) {
  return (
    <img src={src} width={width} height={height} alt="" loading={eager ? undefined : "lazy"} decoding="async" className={className} />
  );
}

/** Sizes that drawings share, so that neighbours stand on one line. */
export const sheet = { card: [480, 300], detail: [400, 280], wide: [560, 350], step: [240, 170] } as const;
