import type { SVGAttributes } from "react";

/** The few glyphs that every page carries; other screens take theirs from lucide-react, with strokeWidth 1.5. */
const glyphs = {
  menu: "M3 6.5h18M3 12h18M3 17.5h18",
  close: "M5.5 5.5l13 13M18.5 5.5l-13 13",
  user: "M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4 20.5a8 8 0 0 1 10.5-7.6M14.5 18.5l2 2 4-4.5",
};

type Props = SVGAttributes<SVGSVGElement> & {
  name: keyof typeof glyphs;
  /** Edge in pixels. */
  size?: number;
  /** What it says where no words beside it do; without a label it is decoration. */
  label?: string;
};

export function Icon({ name, size = 24, label, ...rest }: Props) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      {...rest}
    >
      <path d={glyphs[name]} />
    </svg>
  );
}
