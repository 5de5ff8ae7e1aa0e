"""The headers of every answer, and the names under which the site answers."""

import re

from app.config import in_force

HOST = re.compile(r"(?P<name>\[[0-9A-Fa-f:.]+\]|[^:\[\]]+)(:[0-9]{1,5})?")


def security_headers() -> dict[str, str]:
    """The headers of every answer; the policy admits the card provider only where it is configured."""
    config = in_force()
    scripts, connects, frames = ["'self'"], ["'self'"], ["'self'"]
    images = ["'self'", "data:", "blob:"]
    if config.mode == "serve" and config.payments.secret_key:
        scripts.append("https://js.stripe.com")
        connects.append("https://api.stripe.com")
        frames += ["https://js.stripe.com", "https://hooks.stripe.com"]
    if config.analytics.google_id:
        scripts.append("https://www.googletagmanager.com")
        measured = ["https://*.google-analytics.com", "https://*.googletagmanager.com"]
        connects += [*measured, "https://*.analytics.google.com"]
        images += measured
    if config.analytics.pixel_id:
        scripts.append("https://connect.facebook.net")
        connects.append("https://www.facebook.com")
        images.append("https://www.facebook.com")
    policy = {
        "default-src": ["'none'"],
        "script-src": scripts,
        "style-src": ["'self'"],
        "img-src": images,
        "font-src": ["'self'"],
        "media-src": ["'self'"],
        "connect-src": connects,
        "frame-src": frames,
        "manifest-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
    headers = {
        "Content-Security-Policy": "; ".join(f"{name} {' '.join(sources)}" for name, sources in policy.items()),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "strict-origin-when-cross-origin",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=(), interest-cohort=()",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    }
    if config.server.secure:
        headers["Strict-Transport-Security"] = "max-age=31536000; includeSubDomains"
    return headers


def host_allowed(host: str) -> bool:
    """Whether a Host header (with or without a port) names this site."""
    named = HOST.fullmatch(host)
    return named is not None and named["name"].lower() in in_force().hosts
