"""Who the clients of the demo's firm are, and what is said there."""

NAMES = (
    "Amara Osei", "Ben Whitfield", "Chloe Nguyen", "Dimitri Pappas", "Elena Rossi", "Farid Haddad", "Grace Kim",
    "Hugh Callaghan", "Isla McKenna", "James Petrou", "Kavita Sharma", "Liam O'Brien", "Maya Cohen", "Nathan Brooks",
    "Olivia Chan", "Paul Stavros", "Quinn Harper", "Rosa Delgado", "Samir Patel", "Tessa Lindqvist", "Uma Krishnan",
    "Victor Zhang", "Wendy Tran", "Xavier Dumont", "Yasmin Aydin", "Zoe Fitzgerald", "Aaron Blake", "Bianca Moretti",
    "Caleb Turner", "Dana Kovac", "Ewan Sinclair", "Fiona Gallagher", "George Manos", "Hannah Weiss", "Ivan Petrovic",
    "Jasmine Lee", "Kieran Walsh", "Laura Jensen", "Marcus Bell", "Nadia Khoury", "Oscar Lindgren", "Phoebe Adams",
    "Rafael Silva", "Stella Georgiou", "Thomas Wright", "Ursula Meyer", "Vanessa Cruz", "William Park", "Yuki Sato",
    "Zane Cooper", "Alice Moran", "Bruno Costa", "Claire Dubois", "Darren Hill", "Esther Lowe", "Felix Braun",
    "Gemma Clarke", "Harvey Stone", "Ines Carvalho", "Jack Donnelly",
)  # fmt: skip
STREETS = (
    "Forest Road", "Queens Road", "Park Street", "Ormonde Parade", "Treacy Street", "Gloucester Road", "Dora Street",
    "Bond Street", "The Avenue", "Patrick Street", "Lily Street", "Pearl Street",
)  # fmt: skip
SUBURBS = ("Hurstville", "Penshurst", "Mortdale", "Oatley", "Kogarah", "Carlton")
PLANS = (
    "A second storey on a brick cottage.",
    "Two townhouses behind a street of single houses.",
    "The builder's third variation looks too high to us.",
    "We have three tenders that cannot be compared.",
    "A granny flat at the back, and a new carport.",
    "The certifier asks for drawings that nobody mentioned.",
    "",
)
ASKED = (
    "Is there anything that we should bring to the consultation?",
    "The builder has sent a new programme. Does it change anything?",
    "Thank you for the notes. Could you look at the last claim, too?",
)
ANSWERED = (
    "Please bring the latest drawings and the builder's letter, if there is one.",
    "It moves the frame by two weeks. We would ask for the reason in writing before you agree.",
    "Yes, we look at it this week and write to you.",
)
NOTED = (
    "Prefers to be called after work.",
    "Wants a fixed price before the end of the month.",
    "Neighbour on the north side has objected before.",
)
WORK = (
    ("Site visit and written report", 66_000),
    ("Comparison of two further tenders", 88_000),
    ("Progress claim review", 44_000),
)
ENQUIRIES = (
    (41, "Noel Barrett", "Do you advise on heritage cottages as well?", 5),
    (16, "Priscilla Yeo", "We are about to sign with a builder. How soon could you read the contract?", 20),
    (6, "Omar Saleh", "Our neighbour is building on the boundary. Can you come and look?", 90),
    (0, "Megan Frost", "What does a review of three tenders cost?", None),
)  # days ago, who, what, answered after so many hours
