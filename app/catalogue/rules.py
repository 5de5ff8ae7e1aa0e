"""What the firm offers: services, review packages and prices (specification, section 9 of both documents)."""

from dataclasses import dataclass
from enum import StrEnum


class ServiceType(StrEnum):
    """The services, with the legacy ones (second document, section 3.2)."""

    CONTRACT_REVIEW = "contract_review"
    DISPUTE_MANAGEMENT = "dispute_management"
    PROJECT_COORDINATION = "project_coordination"
    INSPECTION_SERVICES = "inspection_services"
    CONSULTATION = "consultation"
    PLANNING_APPROVALS = "planning_approvals"
    CONTRACT_ADVISORY = "contract_advisory"
    SCOPE_TENDER = "scope_tender"
    CONSTRUCTION_SUPPORT = "construction_support"
    PREMIUM_ADVISORY = "premium_advisory"
    BUILDING_INFORMATION = "building_information"


class Category(StrEnum):
    """The groups of the service selection."""

    PROJECT = "project"
    DESIGN = "design"
    BUSINESS = "business"


class Package(StrEnum):
    """The contract-review packages."""

    ESSENTIAL = "essential"
    PROFESSIONAL = "professional"
    PREMIUM = "premium"


@dataclass(frozen=True)
class Service:
    """An entry of the catalogue; `cents` is the price in AUD cents including GST.

    `needs`: the documents that its work begins with, as its client's checklist names them.
    """

    id: ServiceType
    title: str
    text: str
    category: Category
    cents: int
    needs: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReviewPackage:
    """A contract-review package; `cents` in AUD cents including GST."""

    id: Package
    title: str
    cents: int


def bought(service: Service, package: ReviewPackage | None) -> str:
    """What a client buys by its name: 'Contract Review, Premium Review', of any other service its title."""
    return f"{service.title}, {package.title}" if package else service.title


BOOKING_FEE_CENTS = 250_00
CURRENCY = "aud"

SERVICES: tuple[Service, ...] = (
    Service(
        ServiceType.PLANNING_APPROVALS,
        "Planning & Approvals",
        "The pathway to consent, the documents council asks for, and one person who answers its questions.",
        Category.PROJECT,
        1500_00,
        ("Plans", "Site survey"),
    ),
    Service(
        ServiceType.CONTRACT_ADVISORY,
        "Contract Advisory",
        "Your building contract read clause by clause, explained plainly and negotiated before you sign.",
        Category.PROJECT,
        1200_00,
        ("Contract draft", "Plans", "Soil report"),
    ),
    Service(
        ServiceType.SCOPE_TENDER,
        "Scope & Tender Management",
        "A scope that leaves nothing to guess, and tenders compared line by line on the same footing.",
        Category.PROJECT,
        2000_00,
        ("Plans", "Soil report"),
    ),
    Service(
        ServiceType.CONSTRUCTION_SUPPORT,
        "Construction Phase Support",
        "Progress claims, variations and defects checked on site while the work goes on.",
        Category.PROJECT,
        2500_00,
        ("Signed contract", "Plans"),
    ),
    Service(
        ServiceType.PREMIUM_ADVISORY,
        "Premium Advisory",
        "A senior adviser beside you from the first sketch to the final certificate.",
        Category.PROJECT,
        3000_00,
        ("Plans", "Site survey"),
    ),
    Service(
        ServiceType.BUILDING_INFORMATION,
        "Building Information Certificates",
        "Certificates for existing or unapproved work, prepared, lodged and followed through.",
        Category.PROJECT,
        800_00,
        ("Plans", "Photos of the work"),
    ),
    Service(
        ServiceType.PROJECT_COORDINATION,
        "Design & Project Coordination",
        "Architect, engineer and consultants working from one programme and one set of drawings.",
        Category.DESIGN,
        1800_00,
        ("Plans",),
    ),
    Service(
        ServiceType.INSPECTION_SERVICES,
        "Inspection Services",
        "An independent look at a stage of work, with photographs and a written report.",
        Category.DESIGN,
        650_00,
        ("Signed contract", "Plans"),
    ),
    Service(
        ServiceType.CONTRACT_REVIEW,
        "Contract Review",
        "A fixed-price review of one contract or tender before you commit to it.",
        Category.BUSINESS,
        550_00,
        ("Contract draft", "Plans"),
    ),
    Service(
        ServiceType.DISPUTE_MANAGEMENT,
        "Dispute Management",
        "The facts in order, the options costed, and a calm way through a disagreement with a builder.",
        Category.BUSINESS,
        2200_00,
        ("Signed contract", "Letters and emails about it"),
    ),
    Service(
        ServiceType.CONSULTATION,
        "Initial Consultation",
        "Forty-five minutes on your project, your documents and what to do next.",
        Category.BUSINESS,
        250_00,
    ),
)

PACKAGES: tuple[ReviewPackage, ...] = (
    ReviewPackage(Package.ESSENTIAL, "Essential Review", 550_00),
    ReviewPackage(Package.PROFESSIONAL, "Professional Review", 750_00),
    ReviewPackage(Package.PREMIUM, "Premium Review", 990_00),
)

# What a contract review is that is bought outright: it costs as much (first document, section 9).
DEFAULT_PACKAGE = Package.ESSENTIAL

# The wizard offers the six booking services and the contract review.
WIZARD_SERVICES: tuple[ServiceType, ...] = (
    *(service.id for service in SERVICES if service.category is Category.PROJECT),
    ServiceType.CONTRACT_REVIEW,
)
