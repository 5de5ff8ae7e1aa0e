"""How the acts of staff read under "Done today", and which of them are left out there, each with its reason; pure."""

import re
from datetime import UTC, datetime

from app.audit.models import Act
from app.clock import sydney_text

WORDS = {
    Act.MESSAGE: "wrote a message",
    Act.DATA_DOWNLOADED: "downloaded all that is kept about a client",
    Act.SHARE: "shared a document",
    Act.TAKE_BACK_SHARE: "took a document back from the client",
    Act.UPLOAD: "added a document",
    Act.REPLACE: "replaced a document",
    Act.DELETE: "deleted a document",
    Act.RECOVER: "recovered a document",
    Act.ERASE: "erased a client's data",
    Act.ASK: "asked for documents",
    Act.WITHDRAW: "withdrew what was asked for",
    Act.RESEND: "sent a letter again",
    Act.WRITE_LETTER: "wrote a letter to a client",
    Act.CHANGE_TEMPLATE: "changed the letter templates",
    Act.RECEIVE_TRANSFER: "marked a transfer as received",
    Act.TAKE_BACK_TRANSFER: "took back that a transfer had come",
    Act.REFUND: "noted a refund",
    Act.BILL: "billed further work",
    Act.WITHDRAW_BILL: "withdrew an invoice",
    Act.MOVE_CONSULTATION: "set a consultation's time",
    Act.CHANGE_MEETING: "changed how to meet",
    Act.CANCEL_CONSULTATION: "cancelled a project",
    Act.NOTE_OUTCOME: "noted how a consultation went",
    Act.CHANGE_AVAILABILITY: "changed the consultation hours",
    Act.LOOK_AFTER: "changed who looks after it",
    Act.NOTE: "wrote a note",
    Act.UNDO_NOTE: "took a note away",
    Act.SET_STATUS: "set the status",
    Act.UNDO_STATUS: "undid a change of status",
    Act.OPEN_PROJECT: "began a project",
    Act.PROPOSE: "proposed a next service",
    Act.WITHDRAW_PROPOSAL: "withdrew a proposal",
    Act.ANSWER_ENQUIRY: "answered an enquiry",
    Act.FINISH: "finished a line",
    Act.RESOLVE: "finished a line",
    Act.REOPEN: "put a finished line back",
    Act.UNDO: "put a line back that was finished or put off",
    Act.CONTACT: "was in touch",
    Act.TAKE_BACK_CONTACT: "took back that contact was made",
    Act.CONFIRM_CLIENT: "confirmed whose it is",
    Act.TAKE_BACK_CLIENT: "took back whose it is",
    Act.DETAILS_CHANGED: "changed a client's details",
    Act.EMAIL_CHANGE_CONFIRMED: "confirmed a client's new email address",
    Act.SIGN_IN_SENT: "sent a new sign-in",
    Act.MERGE_CLIENTS: "merged two clients",
    Act.UNDO_MERGE: "undid a merge",
}
_LOOKING, _DESK, _OWN = "it only looks", "it passes lines to each other", "it is about their own sign-in or calendar"
_CLIENTS, _COMMAND = "only clients and visitors do it", "only the command line does it"
_PROGRAM = "only the program does it"
LEFT_OUT = {
    Act.LOOK: _LOOKING,
    Act.READ: _LOOKING,
    Act.DOWNLOAD: _LOOKING,
    Act.TAKE: _DESK,
    Act.LET_GO: _DESK,
    Act.SNOOZE: _DESK,
    Act.SIGN_IN: _OWN,
    Act.SIGN_IN_FAILED: _OWN,
    Act.SIGN_OUT: _OWN,
    Act.SESSIONS_ENDED: _OWN,
    Act.PASSWORD_CHANGED: _OWN,
    Act.PASSWORD_REFUSED: _OWN,
    Act.MAKE_CALENDAR_ADDRESS: _OWN,
    Act.CHANGE_CALENDAR_ADDRESS: _OWN,
    Act.END_CALENDAR_ADDRESS: _OWN,
    Act.DECLINE: _CLIENTS,
    Act.GIVE_TIME_BACK: _CLIENTS,
    Act.ACCEPT_PROPOSAL: _CLIENTS,
    Act.DECLINE_PROPOSAL: _CLIENTS,
    Act.START_SERVICE: _CLIENTS,
    Act.EMAIL_CHANGE_ASKED: _CLIENTS,
    Act.EMAIL_CHANGE_STOPPED: _CLIENTS,
    Act.EMAIL_CHANGED: _CLIENTS,
    Act.EMAIL_CORRECTED: _CLIENTS,
    Act.EMAIL_TAKEN_OVER: _CLIENTS,
    Act.DELETION_ASKED: _CLIENTS,
    Act.DELETION_TAKEN_BACK: _CLIENTS,
    Act.PROPOSAL_RUN_OUT: _PROGRAM,
    Act.RESET_LINK_SENT: _PROGRAM,
    Act.STAFF_ADDED: _COMMAND,
    Act.STAFF_RESET: _COMMAND,
    Act.STAFF_REMOVED: _COMMAND,
}
# As `app.slots.changes` notes what became of the times.
_TIMES = {
    "closed": "closed the calendar from {0} to {1}",
    "reopened": "ended the closure from {0} to {1}",
    "added": "added a single time, {0}",
    "blocked": "took a single time out of the calendar, {0}",
}


def said(act: Act, detail: str) -> str:
    """What a member of staff did, as it follows their name. detail: that of the audit line."""
    verb, *_ = detail.split(" ", 1)
    if act is not Act.CHANGE_AVAILABILITY or verb not in _TIMES:
        return WORDS[act]
    moments = re.findall(r"\d{4}-\d\d-\d\dT\d\d:\d\dZ", detail)
    return _TIMES[verb].format(*map(_told, moments))


def _told(moment: str) -> str:
    # The back office is in Sydney: no zone is named there.
    return sydney_text(datetime.strptime(moment, "%Y-%m-%dT%H:%MZ").replace(tzinfo=UTC)).removesuffix(" (Sydney time)")
