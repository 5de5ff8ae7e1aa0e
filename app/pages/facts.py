"""The owner's facts as the pages show them: display strings by key, put into the built pages when they are served."""

import json

from app.config import in_force
from app.fields import mailto, tel
from app.meeting import LABELS, meeting

PAPER = "#fbf8f3"
# The privacy policy tells what the owner's choice means: (when trackers load, how to be without them).
ASKED_FIRST = (
    "they load only after you agree",
    "You can change your mind at any time, and the website works the same without them.",
)
NOT_ASKED = (
    "they load with our public pages",
    "If you would rather not be counted, block them in your browser: the website works the same without them.",
)


def site_facts(payments: dict[str, str]) -> dict[str, str]:
    """Every fact that a page may show, already formatted; `payments` holds mode, scriptUrl and publishableKey.

    How to reach the firm is '' where it is fictional; the pages leave out what would name it (`data-given`).
    """
    config = in_force()
    business, bank = config.business, config.bank
    phone = config.real("business.phone", business.phone)
    email = config.real("business.email", business.email)
    support_email = config.real("business.support_email", business.support_email)
    abn = config.real("business.abn", business.abn)
    own_bank = bank.model_dump() if config.ways_to_pay.transfer else dict.fromkeys(type(bank).model_fields, "")
    ways, place = config.consultations.ways, config.consultations.place
    told = {way: meeting(way, place=place).said if way in ways else "" for way in LABELS}
    when_trackers_load, without_trackers = ASKED_FIRST if config.analytics.consent_required else NOT_ASKED
    return {
        "business.name": business.name,
        "business.shortName": business.short_name,
        "business.phone": phone,
        "business.phoneHref": tel(phone) if phone else "",
        "business.callOr": f"call {phone} or " if phone else "",
        "business.email": email,
        "business.emailUpper": email.upper(),
        "business.emailHref": mailto(email) if email else "",
        "business.supportEmail": support_email,
        "business.supportHref": mailto(support_email) if support_email else "",
        # What has no number yet leaves no bare label behind.
        "business.abnLine": f"ABN {abn}" if abn else "",
        "business.abnInBrackets": f" (ABN {abn})" if abn else "",
        "business.address": business.address,
        "business.appointmentNote": "By appointment only",
        "business.hours": business.hours,
        "business.foundedYear": "2021",
        "bank.accountName": own_bank["account_name"],
        "bank.bsb": own_bank["bsb"],
        "bank.account": own_bank["account"],
        "site.address": config.server.address,
        "testMark": config.test_mark,
        "meeting.ways": " ".join(ways),
        **{f"meeting.{way}": said for way, said in told.items()},
        "payments.ways": config.ways_to_pay.words,
        "payments.by": config.ways_to_pay.phrase,
        "payments.closed": config.closed,
        "payments.mode": payments["mode"],
        "payments.scriptUrl": payments["scriptUrl"],
        "payments.publishableKey": payments["publishableKey"],
        "analytics.gaId": config.analytics.google_id,
        "analytics.pixelId": config.analytics.pixel_id,
        "analytics.consent": "required" if config.analytics.consent_required else "",
        "analytics.whenLoaded": when_trackers_load,
        "analytics.without": without_trackers,
    }


PUBLIC_PATHS = (
    "/",
    "/services",
    "/about",
    "/contact",
    "/onboarding",
    "/contract-review",
    "/privacy-policy",
    "/terms-conditions",
)
# Google's calendar asks robots.txt before it fetches what its user wants; no search engine lists it (X-Robots-Tag).
CALENDARS = "/api/calendar/"
PRIVATE_PATHS = ("/admin", "/client-portal", "/checkout", "/success", "/api", "/sandbox")


def robots() -> str:
    """robots.txt: everything but what belongs to one person."""
    refused = "".join(f"Disallow: {path}\n" for path in PRIVATE_PATHS)
    return f"User-agent: *\n{refused}Allow: {CALENDARS}\nSitemap: {in_force().server.address}/sitemap.xml\n"


def sitemap() -> str:
    """sitemap.xml: exactly the public pages."""
    site = in_force().server.address
    entries = "".join(f"<url><loc>{site}{path}</loc></url>" for path in PUBLIC_PATHS)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'
    )


def web_manifest() -> str:
    """site.webmanifest: how the site is called and drawn on a home screen."""
    business = in_force().business
    icons = [
        {"src": "/favicon.svg", "sizes": "any", "type": "image/svg+xml"},
        *({"src": f"/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png"} for size in (192, 512)),
        {"src": "/icon-maskable-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ]
    about = {
        "name": business.name,
        "short_name": business.short_name,
        "lang": "en-AU",
        "start_url": "/",
        "scope": "/",
        "display": "browser",
        "background_color": PAPER,
        "theme_color": PAPER,
        "icons": icons,
    }
    return json.dumps(about, ensure_ascii=False)


def pixel_fallback() -> str:
    """The advertising pixel's picture for visitors without script; '' unless it is set up and needs no consent.

    Without script nobody can be asked, so where consent is needed there is nothing.
    """
    trackers = in_force().analytics
    if not trackers.pixel_id or trackers.consent_required:
        return ""
    address = f"https://www.facebook.com/tr?id={trackers.pixel_id}&amp;ev=PageView&amp;noscript=1"
    return f'<noscript><img src="{address}" width="1" height="1" alt="" hidden></noscript>'
