type Timed = { date: string };

/**
 * What is offered at a glance of `slots`, earliest first: the first time of each of the next days, and further ones of these days
 * where there are fewer days than `count`.
 */
export function soonest<Slot extends Timed>(slots: readonly Slot[], count: number, dayOf: (iso: string) => string): Slot[] {
  const days = new Set<string>();
  const [first, further]: [Slot[], Slot[]] = [[], []];
  for (const slot of slots) {
    (days.has(dayOf(slot.date)) ? further : first).push(slot);
    days.add(dayOf(slot.date));
  }
  return [...first, ...further].slice(0, count).sort((a, b) => a.date.localeCompare(b.date));
}
