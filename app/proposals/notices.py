"""The letter about a proposal, written inside the caller's transaction."""

from datetime import datetime

from app.catalogue.included import included
from app.catalogue.rules import Package, ServiceType
from app.clock import sydney_text
from app.mail import letters
from app.mail.actions import post
from app.mail.content import Firm
from app.projects.models import Project
from app.projects.rules import portal_path, reference
from app.proposals.models import Proposal


def post_proposed(project: Project, proposal: Proposal, now: datetime) -> None:
    """Write to the client of a proved project what is proposed."""
    firm, package = Firm.present(), Package(proposal.package) if proposal.package else None
    draft = letters.service_proposed(
        firm,
        to=project.client.email,
        name=project.client.name,
        reference=reference(project.id),
        service=proposal.title,
        price_cents=proposal.price_cents,
        credit_cents=proposal.credit_cents,
        includes=included(ServiceType(proposal.service), package),
        message=proposal.message,
        until=sydney_text(proposal.expires_at),
        address=firm.site_address + portal_path(project.id),
    )
    key = f"service-proposed-{proposal.id}"
    post(draft, key, now, client_id=project.client_id, project_id=project.id, proved=True)
