type Props = {
  /** Address of the SVG file. */
  src: string;
  /** Its own width and height in pixels; the page gives it the width that it has. */
  size: readonly [width: number, height: number];
  /** What it says where the words beside it do not: without them it is decoration to screen readers. */
  alt?: string;
  /** For the drawing at the head of a page, which must not wait until everything else is there. */
  eager?: boolean;
  className?: string | undefined;
};

/** One sheet of the drawing set. Those further down the page come when they are scrolled near, or when it is at rest. */
export function Drawing({ src, size: [width, height], alt = "", eager = false, className }: Props) {
  return (
    <img
      src={src}
      width={width}
      height={height}
      alt={alt}
      loading={eager ? undefined : "lazy"}
      decoding="async"
      className={className}
    />
  );
}

/** Sizes that drawings share, so that neighbours stand on one line. */
export const sheet = { card: [480, 300], detail: [400, 280], wide: [560, 350], step: [240, 170], stars: [108, 20] } as const;
