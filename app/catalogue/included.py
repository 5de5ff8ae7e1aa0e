"""What services and review packages include, line by line, as the public pages and the client's portal say it."""

from app.catalogue.rules import Package, ServiceType

INCLUDED: dict[ServiceType, tuple[str, ...]] = {
    ServiceType.PLANNING_APPROVALS: (
        "The right pathway: exempt, complying development or a development application",
        "What the site allows: zoning, setbacks, heritage, flood and bushfire",
        "Surveyor, engineer and consultant briefs, and their fees compared",
        "Lodgement through the NSW Planning Portal",
        "Council and certifier questions answered, conditions closed out",
    ),
    ServiceType.CONTRACT_ADVISORY: (
        "Which standard form suits the job: HIA, Master Builders, ABIC or AS 4000",
        "Every clause read for price, time and risk",
        "Provisional sums and prime cost items tested against the market",
        "Payment stages, security and insurance checked",
        "Changes negotiated with the builder before you sign",
    ),
    ServiceType.SCOPE_TENDER: (
        "A written scope and schedule of finishes that leaves nothing to guess",
        "Builders shortlisted: licence, insurance, workload, past jobs",
        "Tender documents issued, questions answered to all alike",
        "Offers compared line by line, gaps priced in",
        "A recommendation you can hold us to",
    ),
    ServiceType.CONSTRUCTION_SUPPORT: (
        "Progress claims checked against the work on site",
        "Variations tested: is it extra, is the rate fair, who asked",
        "Site visits at the stages that get covered up",
        "Programme and extensions of time kept honest",
        "Defects listed, followed up and signed off",
    ),
    ServiceType.PREMIUM_ADVISORY: (
        "One senior adviser from first sketch to final certificate",
        "Budget and cash flow reported every month",
        "Designers, certifier and builder held to one programme",
        "We attend site and council meetings for you",
        "Disputes headed off early, and managed if they come",
    ),
    ServiceType.BUILDING_INFORMATION: (
        "Certificates for existing or unapproved building work",
        "What was built compared with what was approved",
        "Survey, engineer's report and drawings arranged",
        "Application prepared, lodged and followed through",
        "Orders and notices from council answered",
    ),
}
_REVIEW = (
    "Contract analysis",
    "Tender or quote review",
    "Risk assessment report",
    "Key clause identification",
    "Written recommendations",
)
_BUILDER = ("Builder vetting report", "Builder compliance report")
IN_PACKAGE: dict[Package, tuple[str, ...]] = {
    Package.ESSENTIAL: _REVIEW,
    Package.PROFESSIONAL: (*_REVIEW, *_BUILDER),
    Package.PREMIUM: (*_REVIEW, *_BUILDER),
}


def included(service: ServiceType, package: Package | None) -> tuple[str, ...]:
    """What a service includes, and a contract review by its package; () where the text of the service says it all."""
    return IN_PACKAGE[package] if package else INCLUDED.get(service, ())
