"""A draft as plain text and as HTML.

Mail programs know little: layout is tables, every style is inline, nothing is loaded from anywhere. Words
that came from outside are escaped here, once, on their way into the page.
"""

import textwrap
from html import escape

from app.fields import mailto
from app.mail.content import Action, Block, Draft, Firm, Greeting, Paragraph, Quote, Rows, Secret, Steps, printable
from app.mail.names import greeting

WIDTH = 76  # columns of the plain text

PAPER, STONE, LINE = "#FBF8F3", "#EFE9DF", "#DDD4C6"
INK, SLATE, SUN, SUN_DEEP = "#14212B", "#46535E", "#E0A33A", "#8A5A12"
SERIF = "Marcellus,'Palatino Linotype',Palatino,'Book Antiqua',Georgia,serif"
SANS = "Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
MONO = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace"
LAYOUT = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'
WIDE = f'{LAYOUT} width="100%"'
BODY = f"font:400 16px/1.6 {SANS};color:{SLATE}"
ANYWHERE = "word-break:break-word;overflow-wrap:anywhere"  # a long file name must not widen the letter

_DATUM = f"padding-bottom:14px;border-bottom:2px solid {INK}"
_CELL = f"border-bottom:1px solid {LINE};vertical-align:top"
_STEP = "padding:12px 0 0;vertical-align:top"
MARK = (
    f'<tr><td style="padding:10px 28px;background:{SUN};font:600 14px/1.4 {SANS};color:{INK}">'
    "{}: no real money has moved.</td></tr>"
)
# The logo in type: a sun disc over a datum line, and the name.
MASTHEAD = (
    f'<tr><td style="padding:24px 28px 0"><table {WIDE}><tr><td width="34" style="{_DATUM}">'
    f'<div style="width:20px;height:20px;border-radius:50%;background:{SUN};font-size:0;line-height:0">&nbsp;</div>'
    f'</td><td style="{_DATUM};font:400 20px/1 {SERIF};letter-spacing:0.18em;color:{INK}">{{}}</td></tr></table>'
    "</td></tr>"
)
ROW = (
    f'<tr><td width="36%" style="padding:10px 16px 10px 0;{_CELL};font:400 14px/1.55 {SANS};color:{SLATE}">{{}}</td>'
    f'<td style="padding:10px 0;{_CELL};font:400 15px/1.5 {SANS};color:{INK};{ANYWHERE};'
    'font-variant-numeric:tabular-nums">{}</td></tr>'
)
STEP = (
    f'<tr><td width="36" style="{_STEP};font:400 22px/1.2 {SERIF};color:{SUN_DEEP}">{{}}</td>'
    f'<td style="{_STEP};{BODY}">{{}}</td></tr>'
)


def as_text(draft: Draft) -> str:
    """The letter as plain text, wrapped, without markup."""
    firm = draft.firm
    mark = f"*** {firm.test_mark}: no real money has moved ***\n\n" if firm.test_mark else ""
    body = "\n\n".join(_text_block(block) for block in draft.blocks)
    place = f"{firm.address} | ABN {firm.abn}" if firm.abn else firm.address
    reach = " | ".join(filter(None, (firm.phone, firm.email)))
    foot = "\n".join(filter(None, (firm.name, place, reach, firm.site_address)))
    return f"{mark}{printable(draft.headline).upper()}\n\n{body}\n\n-- \n{foot}\n"


def as_html(draft: Draft) -> str:
    """The letter as one self-contained HTML document."""
    blocks = "".join(_html_block(block) for block in draft.blocks)
    mark = MARK.format(_safe(draft.firm.test_mark)) if draft.firm.test_mark else ""
    return (
        '<!DOCTYPE html><html lang="en-AU"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light"><meta name="supported-color-schemes" content="light">'
        f"<title>{_safe(draft.subject)}</title></head>"
        f'<body style="margin:0;padding:0;background:{STONE};-webkit-text-size-adjust:100%">'
        f'<table {WIDE} style="background:{STONE}"><tr><td align="center" style="padding:24px 12px">'
        f'<table {WIDE} style="max-width:600px;background:{PAPER};border:1px solid {LINE}">'
        f"{mark}{MASTHEAD.format(_safe(draft.firm.short_name.upper()))}"
        f'<tr><td style="padding:32px 28px 8px"><h1 style="margin:0 0 24px;font:400 28px/1.25 {SERIF};'
        f'letter-spacing:0.01em;color:{INK}">{_safe(draft.headline)}</h1>{blocks}</td></tr>'
        f"{_foot(draft.firm)}</table></td></tr></table></body></html>\n"
    )


def _safe(value: str) -> str:
    return escape(printable(value))


def _lines(value: str) -> str:
    return _safe(value.strip()).replace("\n", "<br>")


def _text_block(block: Block) -> str:
    match block:
        case Greeting(name):
            return _text_block(Paragraph(greeting(name)))
        case Paragraph(text):
            return _wrapped(text)
        case Rows(title, rows):
            named = [(printable(label), printable(value).strip()) for label, value in rows]
            column = max((len(label) for label, _ in named), default=0) + 2
            told = ((f"{label + ':':<{column}}", value) for label, value in named)
            lines = (label + value.replace("\n", "\n" + " " * column) for label, value in told)
            return "\n".join((_title(title), *lines))
        case Steps(title, steps):
            lines = (_wrapped(step, f"{number}. ", "   ") for number, step in enumerate(steps, 1))
            return "\n".join((_title(title), *lines))
        case Quote(title, text):
            return "\n".join((_title(title), _wrapped(text, "> ", "> ")))
        case Secret(label, value):
            return f"{label}:\n\n    {printable(value)}"
        case Action(label, address):
            return f"{label}:\n{address}"


def _title(title: str) -> str:
    return f"{title}\n{'-' * len(title)}"


def _wrapped(text: str, first: str = "", then: str = "") -> str:
    wrapped: list[str] = []
    for line in printable(text).strip().split("\n"):
        lead = first if not wrapped else then
        # A long address stays whole, so that it can be followed.
        fitted = textwrap.wrap(
            line,
            WIDTH,
            initial_indent=lead,
            subsequent_indent=then,
            break_long_words=False,
            break_on_hyphens=False,
        )
        wrapped += fitted or [lead.rstrip()]
    return "\n".join(wrapped)


def _html_block(block: Block) -> str:
    match block:
        case Greeting(name):
            return _html_block(Paragraph(greeting(name)))
        case Paragraph(text):
            parts = (f'<p style="margin:0 0 16px;{BODY}">{_lines(part)}</p>' for part in text.split("\n\n"))
            return "".join(parts)
        case Rows(title, rows):
            return _section(title, "".join(ROW.format(_safe(label), _lines(value)) for label, value in rows))
        case Steps(title, steps):
            return _section(title, "".join(STEP.format(number, _safe(step)) for number, step in enumerate(steps, 1)))
        case Quote(title, text):
            style = f"padding:12px 0 4px 16px;border-left:2px solid {SUN};{BODY};color:{INK};{ANYWHERE}"
            return _section(title, f'<tr><td style="{style}">{_lines(text)}</td></tr>')
        case Secret(label, value):
            return (
                f'<table {WIDE} style="margin:0 0 24px"><tr>'
                f'<td style="padding:16px 20px;background:{STONE};border-left:3px solid {SUN}">'
                f'<span style="display:block;font:400 14px/1.5 {SANS};color:{SLATE}">{_safe(label)}</span>'
                f'<span style="font:600 20px/1.5 {MONO};color:{INK}">{_safe(value)}</span></td></tr></table>'
            )
        case Action(label, address):
            button = f"display:inline-block;padding:14px 28px;font:600 16px/20px {SANS};color:{INK}"
            return (
                f'<table {LAYOUT} style="margin:8px 0 28px"><tr>'
                f'<td style="background:{SUN};border-radius:2px">'
                f'<a href="{escape(address)}" style="{button};text-decoration:none">{_safe(label)}</a>'
                "</td></tr></table>"
            )


def _section(title: str, rows: str) -> str:
    return (
        f'<h2 style="margin:28px 0 8px;font:400 19px/1.3 {SERIF};color:{INK}">{_safe(title)}</h2>'
        f'<table {WIDE} style="margin:0 0 24px;border-top:1px solid {LINE}">{rows}</table>'
    )


def _foot(firm: Firm) -> str:
    link = f"color:{SUN_DEEP};text-decoration:underline"
    host = firm.site_address.split("://", 1)[-1]
    abn = f"ABN {_safe(firm.abn)}<br>" if firm.abn else ""
    reach = f"{_safe(firm.phone)} &middot; " if firm.phone else ""
    if firm.email:
        reach += f'<a href="{_safe(mailto(firm.email))}" style="{link}">{_safe(firm.email)}</a> &middot; '
    return (
        f'<tr><td style="padding:20px 28px 28px"><table {WIDE}><tr>'
        f'<td style="padding-top:16px;border-top:1px solid {LINE};font:400 13px/1.7 {SANS};color:{SLATE}">'
        f"{_safe(firm.name)}, {_safe(firm.address)}<br>{abn}{reach}"
        f'<a href="{_safe(firm.site_address)}" style="{link}">{_safe(host)}</a>'
        "</td></tr></table></td></tr>"
    )
