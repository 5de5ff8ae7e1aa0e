/**
 * What the owner claims: testimonials, savings and figures. Nothing here is worked out by the site; whoever answers for
 * the words edits them in this file and nowhere else.
 */

type Story = {
  quote: string;
  initials: string;
  name: string;
  role: "Homeowner" | "Homeowners" | "Developer";
  /** What the story comes down to, shown above the quote. */
  headline: string;
};

/** CLIENT SUCCESS STORIES on the home page; every one carries five stars. */
export const stories: readonly Story[] = [
  {
    quote:
      "Three tenders, and the cheapest had left out the retaining walls and most of the stormwater. Helios put all three on the same footing before we chose. On what that low price would have become, we saved about $45,000.",
    initials: "MT",
    name: "Margaret T.",
    role: "Homeowner",
    headline: "About $45,000 saved",
  },
  {
    quote:
      "Seven variations arrived in one week. Helios checked each against the drawings and the contract, and four of them were already in our price. That was about $28,000 we did not have to pay.",
    initials: "PN",
    name: "Priya and Sam N.",
    role: "Homeowners",
    headline: "About $28,000 saved",
  },
  {
    quote:
      "The builder claimed $67,000 for rock. Helios asked for the survey, the rates and the dockets, and sat down with him. We settled at $12,000, everyone could see why, and the job kept moving.",
    initials: "AR",
    name: "Anthony R.",
    role: "Developer",
    headline: "$67,000 negotiated down to $12,000",
  },
  {
    quote:
      "They went through the provisional sums with the builder before we signed, and replaced guesses with quotes. By handover that had saved us around $35,000 and, I suspect, one very long argument.",
    initials: "JW",
    name: "Jessica and Tom W.",
    role: "Homeowners",
    headline: "About $35,000 saved",
  },
  {
    quote:
      "Council had asked the same question three times. Helios rang the assessing officer, answered it once with a proper drawing, and told us every Friday where things stood. For the first time I slept on Sunday nights.",
    initials: "EV",
    name: "Elena V.",
    role: "Homeowner",
    headline: "Council answered once, and for good",
  },
];

type ReviewStory = { quote: string; name: string; role: string; project: string };

/** Testimonials on the contract-review page; every one carries five stars. */
export const reviewStories: readonly ReviewStory[] = [
  {
    quote:
      "Two clauses put all the excavation risk on us, without a rate in sight. The review showed us what to ask for, and the builder agreed to it. When they hit sandstone, those two changes saved us $78,000.",
    name: "David and Linh P.",
    role: "Homeowners",
    project: "$980,000 new home",
  },
  {
    quote:
      "I have signed a dozen of these and thought I knew them. The report found a time-bar that I had missed every time, and a margin on variations that my lender would never have accepted.",
    name: "Rohan D.",
    role: "Developer",
    project: "$950,000 dual occupancy",
  },
  {
    quote:
      "Forty clauses became two pages that I could read at the kitchen table: what is fair, what is not, what to say. We signed a better contract with the same builder, and we are still on good terms.",
    name: "Catherine W.",
    role: "Homeowner",
    project: "$640,000 renovation",
  },
];

/** The figures of the deadline band on the contract-review page. */
export const reviewFigures = [
  { figure: "48", unit: "hours", text: "from your documents to our written review" },
  { figure: "$2.8M", unit: "protected", text: "in hidden costs found before our clients signed" },
  { figure: "500+", unit: "contracts analysed", text: "for homeowners and developers in New South Wales" },
] as const;

/** How far variations can carry a budget. */
export const variationsClaim = "Variations can blow a budget by 20-40%.";
