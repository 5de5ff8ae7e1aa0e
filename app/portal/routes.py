"""What a signed-in client may see, a blueprint for each resource: everything is found through the client."""

from app.portal.appointments import appointments
from app.portal.checklist import checklist
from app.portal.documents import documents
from app.portal.email_change import email
from app.portal.messages import messages
from app.portal.money import money
from app.portal.next_steps import steps
from app.portal.own_data import own_data
from app.portal.profile import profile
from app.portal.projects import projects
from app.portal.proposals import proposals
from app.portal.signed_in import signed_in

portal = (
    steps,
    projects,
    proposals,
    documents,
    checklist,
    appointments,
    messages,
    money,
    profile,
    email,
    signed_in,
    own_data,
)
