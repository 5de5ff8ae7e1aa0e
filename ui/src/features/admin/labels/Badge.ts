import type { BadgeTone } from "../../../components/StatusBadge";

/** A state in a word or two, and its colour. */
export type Badge = { label: string; tone: BadgeTone };
