import { PROJECT_STATUSES } from "../../api/statuses.gen";
import { useListAddress } from "./address";
import { dayText, isDay } from "./appointments/days";
import { ListFilters, orderChoice, type Choice } from "./ListFilters";

// What is paid is no mere enquiry any more, and is called so on every page.
const statuses = PROJECT_STATUSES.flatMap(({ value, label }) => [
  { value: String(value), label: String(label) },
  ...(value === "inquiry" ? [{ value: "to_be_scheduled", label: "To be scheduled" }] : []),
]);

const choices: readonly Choice[] = [
  { name: "status", label: "Status", first: "Any status", options: statuses },
  {
    name: "payment",
    label: "Payment",
    first: "Any payment",
    options: [
      { value: "to_chase", label: "Open and not paid" },
      { value: "unpaid", label: "Not paid" },
      { value: "awaited", label: "Awaiting transfer" },
      { value: "part_paid", label: "Paid in part" },
      { value: "paid", label: "Paid" },
      { value: "refunded", label: "Refunded" },
    ],
  },
  {
    name: "way",
    label: "Way",
    first: "Any way",
    options: [
      { value: "booking", label: "By a booking" },
      { value: "onboarding", label: "By onboarding" },
      { value: "staff", label: "Begun by us" },
      { value: "portal", label: "Chosen in the portal" },
    ],
  },
  { name: "since", label: "Since", first: "Any time", options: [{ value: "week", label: "Since Monday" }, { value: "month", label: "Last 30 days" }] },
  orderChoice([
    { value: "consultation", label: "By consultation" },
    { value: "status", label: "By status" },
  ]),
];

/** The week that a chart has led to. */
function weekChoice(week: string): Choice {
  return { name: "week", label: "Week", first: "Any week", options: [{ value: week, label: `Week of ${isDay(week) ? dayText(week, "date") : week}` }] };
}

/** How the list of projects is filtered and sorted. */
export function ProjectFilters() {
  const { week } = useListAddress();
  return <ListFilters choices={week ? [weekChoice(week), ...choices] : choices} />;
}
