"""Which status staff cannot set, why, and what they do instead."""

from app.projects.rules import CLOSED, FOR_GOOD, PAID_BACK, REFUNDED_NOW, ProjectStatus, Time

STILL_AHEAD = (
    "Its consultation is still to come, and it can be completed once that is over. "
    "If it is not to be held, please cancel the project under Consultation."
)
STILL_HELD = (
    "A time is held for its consultation until it is paid for. "
    "If it is not wanted any more, please cancel the project under Consultation."
)
NO_TIME = "It has no confirmed consultation."
HELD_UNPAID = "Its time is held until it is paid for, and is confirmed then."
GIVE_TIME = f"{NO_TIME} Please set a time under Consultation instead."
OPEN_FIRST = f"{NO_TIME} Please set another status first, and then a time under Consultation."
PAY_BEFORE = f"{NO_TIME} It can have one once it is paid for."
TIME_BOOKED = "A time is booked for its consultation."
TIME_OVER = "The time of its consultation is over."
MONEY_CAME = "Money has come for it already. What else is owed or can be refunded is under Money."
FOR_HELD = "It is for a time that is held until it is paid for"
NOTHING_HELD = f"{FOR_HELD}, and none is held. What is owed for it is under Money."
NOT_HELD = f"{FOR_HELD}, and its time is its client's already. What is owed for it is under Money."
GO_ON = " If work goes on all the same, please set In Progress."
ASK_THERE = f"{REFUNDED_NOW} It goes on without that money as In Progress only: please ask under Documents."


def status_refusal(was: ProjectStatus, becomes: ProjectStatus, time: Time, is_paid: bool, is_refunded: bool) -> str:
    """Why staff cannot set a project's status, '' where they can; and what they do instead, by the record's headings.

    was: what it has; time: its consultation's; is_paid: money is here; is_refunded: all that came went back.

    Only what would contradict its time or its money is refused. Cancelling is an act of its own, which frees the time
    and asks about the money.
    """
    if becomes is ProjectStatus.SCHEDULED and time not in FOR_GOOD:
        return _without_time(was, time, is_paid, is_refunded)
    if becomes is ProjectStatus.PENDING_PAYMENT:
        if is_paid:
            return MONEY_CAME
        return "" if time is Time.HELD else NOT_HELD if time in FOR_GOOD else NOTHING_HELD
    if becomes is ProjectStatus.INQUIRY and time in FOR_GOOD:
        return _with_time(was, time)
    if becomes is ProjectStatus.PENDING_DOCUMENTS and is_refunded:
        return ASK_THERE if was is ProjectStatus.IN_PROGRESS else PAID_BACK
    if becomes is ProjectStatus.COMPLETED:
        return {Time.HELD: STILL_HELD, Time.AHEAD: STILL_AHEAD}.get(time, "")
    return ""


def _without_time(was: ProjectStatus, time: Time, is_paid: bool, is_refunded: bool) -> str:
    """Why it cannot be Scheduled."""
    if time is Time.HELD:
        return HELD_UNPAID
    if is_refunded:
        return f"{NO_TIME} {REFUNDED_NOW}" + ("" if was is ProjectStatus.IN_PROGRESS else GO_ON)
    if not is_paid:
        return PAY_BEFORE
    return OPEN_FIRST if was in CLOSED else GIVE_TIME


def _with_time(was: ProjectStatus, time: Time) -> str:
    """Why it cannot be without a time again."""
    said = TIME_BOOKED if time is Time.AHEAD else TIME_OVER
    if was is not ProjectStatus.SCHEDULED:
        return f"{said} Please set Scheduled instead."
    act = "move it, or cancel the project," if time is Time.AHEAD else "give it another one with Move,"
    return f"{said} Please {act} under Consultation."
