"""What a signed-in client may see, a blueprint for each resource: everything is found through the client."""

from app.portal.appointments import appointments
from app.portal.documents import documents
from app.portal.projects import projects

portal = (projects, documents, appointments)
