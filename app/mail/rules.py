"""How many letters somebody gets whom anybody's typing can send them, and how long a letter waits between its tries."""

from datetime import timedelta

# What goes to an address that was typed: how many of each kind a day, as long as nobody has proved whose it is. Each
# kind has a share of its own, so that letters nobody needs cannot use up those that somebody waits for.
SHARES = {
    "enquiry_received": 2,
    "transfer_details": 1,
    "hold_expired": 6,
    "held_time_moved": 6,
    "way_back": 1,
    "email_change_new": 3,
    "email_known": 3,
}
WITHIN = timedelta(days=1)
GOOGLES = ("gmail.com", "googlemail.com")
HELD_BACK = "Not sent by itself: this address has had its share of such letters today. If it is right, send it again."

MISTAKEN = "-mistaken-"  # in the occasion of a letter that told of a mistake, before its moment

FIRST_WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180))
LATER_WAIT = timedelta(hours=6)
KEEP_TRYING = timedelta(days=3)
LEASE = timedelta(minutes=10)  # of who is sending it: far longer than a conversation with the mail server may take


def mailbox(address: str) -> str:
    """Whose letters are counted together: the address without case and without what follows a "+" in its name.

    Many providers deliver 'victim+1@' to 'victim@'. Where one does not, two readers share one allowance, which is a
    smaller harm than a mailbox that anybody can flood. Google's also sees no dots and has two domains
    (https://support.google.com/mail/answer/7436150). Who somebody is, is told by the whole address all the same.
    """
    name, at, domain = address.lower().rpartition("@")
    name = name.partition("+")[0] or name
    return f"{name.replace('.', '')}@{GOOGLES[0]}" if domain in GOOGLES else f"{name}{at}{domain}"


def is_held_back(kind: str, proved: bool, known: bool, sent_within_a_day: int) -> bool:
    """Whether a letter waits for staff, after that many of its kind to the same address.

    proved: the money came, the client was signed in or said so, or staff confirmed it (decisions, "What a stranger may
    put beside a client"). known: the address is a client's, who gets one of a kind a day about what is not.
    """
    return not proved and kind in SHARES and sent_within_a_day >= (1 if known else SHARES[kind])


def next_wait(attempts: int) -> timedelta | None:
    """How long to wait after that many failed tries; None when another try would be later than three days."""
    waits = [*FIRST_WAITS[:attempts], *[LATER_WAIT] * (attempts - len(FIRST_WAITS))]
    return waits[-1] if sum(waits, timedelta()) <= KEEP_TRYING else None


def longest_wait(is_being_sent: bool, attempts: int) -> timedelta:
    """How far ahead the next moment of a letter can be that has been tried that often."""
    if is_being_sent:
        return LEASE
    waits = (timedelta(0), *FIRST_WAITS)
    return waits[attempts] if attempts < len(waits) else LATER_WAIT
