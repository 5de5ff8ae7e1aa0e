"""Letters about how a project goes on. `address` is its page in the portal."""

from app.mail.content import Draft, Firm, Greeting, Paragraph
from app.mail.letters.parts import farewell, open_project

SAID = {
    "in_progress": ("Work on {reference} has begun", "We have begun to work on {service} ({reference})."),
    "completed": (
        "{reference} is completed",
        "Our work on {service} ({reference}) is completed. Its documents, invoices and messages stay in your client "
        "portal.",
    ),
    "consulted": (
        "{reference} is completed",
        "The consultation that you booked about {service} ({reference}) is completed. Its documents, invoices and "
        "messages stay in your client portal.",
    ),
    "reopened": ("{reference} is open again", "We have opened {service} ({reference}) again."),
}


def project_goes_on(firm: Firm, *, to: str, name: str, reference: str, service: str, news: str, address: str) -> Draft:
    """To the client: staff have set another status. news: see `SAID`, 'reopened' for any other."""
    subject, said = (text.format(reference=reference, service=service) for text in SAID.get(news, SAID["reopened"]))
    return Draft(
        kind="project_goes_on",
        firm=firm,
        recipient=to,
        subject=subject,
        headline=subject,
        blocks=(Greeting(name), Paragraph(said), *open_project(firm, address), farewell(firm)),
    )
