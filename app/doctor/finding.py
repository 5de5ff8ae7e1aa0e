"""What a comparison finds, in the owner's words."""

from dataclasses import dataclass

from app.documents.models import Document
from app.orders.models import Order
from app.projects.rules import reference


@dataclass(frozen=True)
class Finding:
    """Something that disagrees. `kind` names the comparison, `where` the row as staff know it, `what` says the rest."""

    kind: str
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.where} {self.what}."


def project_name(project_id: int | None) -> str:
    """What staff call a project; 'nobody' where there is none."""
    return "nobody" if project_id is None else reference(project_id)


def order_name(order: Order) -> str:
    """What staff call what an order is about."""
    return order.reference or f"Booking {order.booking_id}"


def document_name(document: Document) -> str:
    """What staff call a document."""
    of = reference(document.project_id) if document.project_id else f"booking {document.booking_id}"
    return f'"{document.file_name}" (document {document.id} of {of})'
