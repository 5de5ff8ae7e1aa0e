"""What the owner reads when the server starts: where things lie, and what is still to be done."""

from app.config import Config


def lines(config: Config, has_staff: bool) -> list[str]:
    """What is there and what comes next, a line for each; has_staff: whether anybody can sign in to the staff area."""
    nightly = f"; a backup each night in {config.backups_folder}" if config.backs_up else ""
    told = [f"The data are in {config.folder}, the settings in config.toml there{nightly}."]
    if not has_staff:
        told.append("Nobody can sign in at /admin/login yet. Next: helios staff add NAME --role owner")
    if not config.server.secure:
        told.append("Only this machine reaches the site. Next: set server.address to the https address of your site.")
    if config.not_offered:
        told.append(config.not_offered)
    if not config.payments.secret_key:
        told.append("Nobody can pay by card. Next: set the three keys of [payments].")
    return told
