"""What clients build, and roughly what it costs (specification, section 9 of both documents)."""

from enum import StrEnum


class ProjectType(StrEnum):
    """What is being built; N_A is never offered."""

    NEW_HOME = "new_home"
    HOME_RENOVATION = "home_renovation"
    APARTMENT_BUILDING = "apartment_building"
    COMMERCIAL = "commercial"
    INDUSTRIAL = "industrial"
    OTHER = "other"
    N_A = "n_a"


class ProjectValue(StrEnum):
    """Roughly what it costs."""

    UNDER_500K = "under_500k"
    FROM_500K = "500k_1m"
    FROM_1M = "1m_3m"
    FROM_3M = "3m_5m"
    FROM_5M = "5m_10m"
    OVER_10M = "over_10m"


PROJECT_TYPE_LABELS: dict[ProjectType, str] = {
    ProjectType.NEW_HOME: "New home",
    ProjectType.HOME_RENOVATION: "Home renovation",
    ProjectType.APARTMENT_BUILDING: "Apartment building",
    ProjectType.COMMERCIAL: "Commercial",
    ProjectType.INDUSTRIAL: "Industrial",
    ProjectType.OTHER: "Other",
}

PROJECT_VALUE_LABELS: dict[ProjectValue, str] = {
    ProjectValue.UNDER_500K: "Under $500,000",
    ProjectValue.FROM_500K: "$500,000 to $1 million",
    ProjectValue.FROM_1M: "$1 million to $3 million",
    ProjectValue.FROM_3M: "$3 million to $5 million",
    ProjectValue.FROM_5M: "$5 million to $10 million",
    ProjectValue.OVER_10M: "Over $10 million",
}
