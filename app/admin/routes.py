"""The back office over HTTP, a blueprint for each resource; all of it refuses everybody but staff."""

from app.admin.advisers import advisers
from app.admin.appointments.routes import appointments
from app.admin.attention import attention
from app.admin.bills import bills
from app.admin.changes import changes
from app.admin.clients.erasing import erasing
from app.admin.clients.merging import merging
from app.admin.clients.routes import clients
from app.admin.consultations.routes import consultations
from app.admin.correspondence import correspondence
from app.admin.dashboard import dashboard
from app.admin.document_list import document_list
from app.admin.documents import documents
from app.admin.done import done
from app.admin.downloads import downloads
from app.admin.enquiries import enquiries
from app.admin.figures.routes import figures
from app.admin.invoices import invoices
from app.admin.letters import letters
from app.admin.messages import messages
from app.admin.money import money
from app.admin.openings import openings
from app.admin.ownership import ownerships
from app.admin.phone_calendar import phone_calendar
from app.admin.projects.routes import projects
from app.admin.proposals import proposals
from app.admin.system import system
from app.admin.unfinished import unfinished

back_office = (
    advisers,
    dashboard,
    figures,
    done,
    projects,
    proposals,
    unfinished,
    documents,
    document_list,
    downloads,
    letters,
    attention,
    changes,
    clients,
    merging,
    correspondence,
    erasing,
    enquiries,
    consultations,
    appointments,
    phone_calendar,
    money,
    invoices,
    bills,
    openings,
    ownerships,
    messages,
    system,
)
