"""The back office over HTTP, a blueprint for each resource; all of it refuses everybody but staff."""

from app.admin.alerts import alerts
from app.admin.bookings.routes import bookings
from app.admin.clients import clients
from app.admin.consultations.routes import consultations
from app.admin.dashboard import dashboard
from app.admin.documents import documents
from app.admin.enquiries import enquiries
from app.admin.letters import letters
from app.admin.money import money
from app.admin.ownership import ownerships

back_office = (dashboard, bookings, documents, letters, alerts, clients, enquiries, consultations, money, ownerships)
