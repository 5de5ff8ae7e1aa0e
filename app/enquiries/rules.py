"""The short enquiry form (the contact schema of the first document, section 5)."""

from app import fields

ANSWERED = "within one business day"  # what the page and the letter promise to whoever writes through the form

ANSWER = fields.text(1, 5000, "Please write an answer", "The answer", lines=True)

TEXT_RULES: dict[str, fields.TextRule] = {
    "name": fields.name("Name must be at least 2 characters", "Name"),
    "email": fields.email("Please enter a valid email address"),
    "phone": fields.phone(8, "Please enter a valid phone number"),
    "message": fields.text(10, 5000, "Message must be at least 10 characters", "Message", lines=True),
}


def answered_meanwhile(name: str) -> str:
    """Why an answer is not sent that was written without sight of another. name: of who wrote that, '' if unknown."""
    who = f"{name} has answered" if name else "This was answered"
    return f"{who} meanwhile. Nothing of yours was sent; please read that answer first."
