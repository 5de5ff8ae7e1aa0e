"""The owner's configuration: what it takes, what it refuses and in whose words."""

import re
import stat
import tomllib
from pathlib import Path
from typing import Any

import pytest

from app import config as configuration
from app.catalogue.facts import offer_facts
from app.config import STEERING, Config, ConfigError, Section, build, load
from app.pages.facts import site_facts
from app.sample_config import SAMPLE
from tests.firms import Configured

LIVE = {"secret_key": "sk_live_1", "publishable_key": "pk_live_1", "webhook_secret": "whsec_1"}
TEST = {"secret_key": "sk_test_1", "publishable_key": "pk_test_1", "webhook_secret": "whsec_1"}
SECURE = {"address": "https://helios.example"}


def sections() -> dict[str, dict[str, Any]]:
    """section -> key -> default, for every plain table of the file."""
    tables = {name: field.annotation for name, field in Config.model_fields.items() if name != "catalogue"}
    return {
        name: {key: field.default for key, field in kind.model_fields.items()}
        for name, kind in tables.items()
        if isinstance(kind, type) and issubclass(kind, Section)
    }


def uncommented(text: str) -> dict[str, Any]:
    """The sample with every commented setting switched on."""
    return tomllib.loads(re.sub(r"(?m)^# (?=[a-z_]+ = |\[catalogue)", "", text))


def test_the_sample_says_nothing_by_itself(tmp_path: Path) -> None:
    assert load(tmp_path, "serve", {}) == build(tmp_path, "serve", {})
    assert (tmp_path / "config.toml").read_text(encoding="utf-8") == SAMPLE


def test_the_sample_shows_every_key_with_its_default(tmp_path: Path, configured: Configured) -> None:
    shown = uncommented(SAMPLE)
    for section, keys in sections().items():
        assert set(shown[section]) == set(keys), section
    configured("serve")
    plain = offer_facts()
    configured("serve", {"catalogue": shown.pop("catalogue")})
    assert offer_facts() == plain
    assert build(tmp_path, "serve", shown) == build(tmp_path, "serve", {})


def test_the_sample_explains_every_key() -> None:
    settings = re.findall(r"(?m)^# [a-z_]+ = .*$", SAMPLE)
    assert len(settings) > 30
    assert [line for line in settings if not re.search(r"  # \w", line)] == []


def test_the_file_and_its_folder_are_nobody_elses_to_read(tmp_path: Path) -> None:
    load(tmp_path / "data", "serve", {})
    assert stat.S_IMODE((tmp_path / "data" / "config.toml").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700


def test_an_owners_file_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[business]\nname = "Ours"\n', encoding="utf-8")
    assert load(tmp_path, "serve", {}).business.name == "Ours"
    assert "Ours" in (tmp_path / "config.toml").read_text(encoding="utf-8")


def test_a_configuration_cannot_be_changed_once_read(tmp_path: Path) -> None:
    config = load(tmp_path, "serve", {})
    with pytest.raises(ValueError, match="frozen"):
        config.business.name = "Other"  # what is tested


OTHER_VALUES: dict[str, tuple[str, object]] = {
    "server.address": ("https://helios.example", "https://helios.example"),
    "server.port": ("8123", 8123),
    "server.threads": ("2", 2),
    "server.behind_proxy": ("true", True),
    "server.metrics_token": ("Zr7kQ2mX9vL4tB8n", "Zr7kQ2mX9vL4tB8n"),
    "server.allowed_hosts": ("a.example,b.example", ("a.example", "b.example")),
    "bank.bsb": ("062-001", "062-001"),
    "bank.account": ("12345678", "12345678"),
    "business.email": ("us@ours.example", "us@ours.example"),
    "business.support_email": ("help@ours.example", "help@ours.example"),
    "payments.allow_test_keys": ("true", True),
    "mail.port": ("2525", 2525),
    "mail.security": ("tls", "tls"),
    "mail.sender": ("post@ours.example", "post@ours.example"),
    "mail.staff": ("staff@ours.example", "staff@ours.example"),
    "analytics.google_id": ("G-ABCDEF12", "G-ABCDEF12"),
    "analytics.pixel_id": ("123456789", "123456789"),
    "analytics.consent_required": ("false", False),
    "consultations.ways": ("video,phone", ("video", "phone")),
    "backups.nightly": ("false", False),
    "backups.folder": ("/mnt/backups", "/mnt/backups"),
    "backups.days": ("14", 14),
    "backups.weeks": ("0", 0),
    "uploads.unpaid_gb": ("20", 20),
    "consultations.video": ("https://meet.example/helios", "https://meet.example/helios"),
}
KEYS = [f"{section}.{key}" for section, keys in sections().items() for key in keys]


@pytest.mark.parametrize("key", KEYS)
def test_every_key_can_be_given_as_a_variable_that_wins_over_the_file(tmp_path: Path, key: str) -> None:
    section, name = key.split(".")
    text, value = OTHER_VALUES.get(key, ("other words", "other words"))
    filed = sections()[section][name]
    shown = str(filed).lower() if isinstance(filed, bool) else list(filed) if isinstance(filed, tuple) else repr(filed)
    (tmp_path / "config.toml").write_text(f"[{section}]\n{name} = {shown}\n", encoding="utf-8")
    given = load(tmp_path, "demo", {f"HELIOS_{section}_{name}".upper(): text})
    assert getattr(getattr(given, section), name) == value


def test_steering_variables_are_no_settings(tmp_path: Path) -> None:
    given = dict.fromkeys(STEERING, "on")
    assert load(tmp_path, "demo", given) == load(tmp_path, "demo", {})


def test_a_port_given_to_the_process_moves_a_local_address_with_it(tmp_path: Path) -> None:
    moved = load(tmp_path, "demo", {"PORT": "8123"}).server
    assert (moved.port, moved.address) == (8123, "http://127.0.0.1:8123")
    public = load(tmp_path, "serve", {"PORT": "8123", "HELIOS_SERVER_ADDRESS": "https://helios.example"}).server
    assert (public.port, public.address) == (8123, "https://helios.example")


# What the file says, and how the refusal begins.
BAD_FILES = {
    "[business]\nnmae = 'x'": "business.nmae: there is no such setting",
    "[shop]\nname = 'x'": "shop: there is no such setting",
    "mode = 'demo'": "mode: there is no such setting",
    "folder = '/'": "folder: there is no such setting",
    "address_limits = false": "address_limits: there is no such setting",
    "business = 5": "business: ",
    "[business]\nname = 5": "business.name: ",
    "[business]\nname = ''": "business.name: ",
    '[business]\nname = "a\\r\\nBcc: b"': "business.name: ",
    "[business]\nemail = 'nobody'": "business.email: ",
    "[bank]\nbsb = '123456'": "bank.bsb: ",
    "[bank]\naccount = 'abc'": "bank.account: ",
    "[server]\nport = 0": "server.port: ",
    "[server]\nport = 'eighty'": "server.port: ",
    "[server]\nthreads = 100": "server.threads: ",
    "[server]\naddress = 'helios.example'": "server.address: ",
    "[server]\naddress = 'https://helios.example/site'": "server.address: ",
    "[server]\nmetrics_token = 'short'": "server.metrics_token: ",
    "[mail]\nsecurity = 'ssl'": "mail.security: ",
    "[mail]\nsender = 'a@b\\nBcc: c@d'": "mail.sender: ",
    "[analytics]\ngoogle_id = '<script>'": "analytics.google_id: ",
    "[analytics]\npixel_id = 'abc'": "analytics.pixel_id: ",
    "[consultations]\nways = ['fax']": "consultations.ways.0: must be 'phone', 'video' or 'place'",
    "[consultations]\nways = 'phone'": "consultations.ways: must be a list",
    "[consultations]\nways = []": "consultations.ways: must name at least one",
    "[consultations]\nways = ['phone', 'phone']": "consultations.ways: must name each once",
    "[consultations]\nways = ['phone', 'place']": "consultations.place: must say where you meet clients",
    "[consultations]\nways = ['place']\nplace = ' '": "consultations.place: must say where you meet clients",
    "[consultations]\nvideo = 'http://meet.example'": "consultations.video: must be a link that begins with https://",
    "[catalogue.services.consultation]\nprice = -1": "catalogue.services.consultation.price: ",
    "[catalogue.services.consultation]\nprice = 1.005": "catalogue.services.consultation.price: ",
    "[catalogue.services.consultation]\nprice = nan": "catalogue.services.consultation.price: ",
    "[catalogue.services.consultation]\nprise = 1": "catalogue.services.consultation.prise: there is no such setting",
    "[catalogue.packages.premium]\ntext = 'x'": "catalogue.packages.premium.text: there is no such setting",
    "[business\nname": "config.toml: ",
}


@pytest.mark.parametrize("text", BAD_FILES)
def test_a_wrong_file_is_refused_by_its_key(tmp_path: Path, text: str) -> None:
    (tmp_path / "config.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as refused:
        load(tmp_path, "serve", {})
    assert str(refused.value).startswith(BAD_FILES[text])
    assert not re.search(r"[Ii]nput|should|pattern|valid|regular|cannot be used|\{", str(refused.value))


# Where the checking library would speak in its own words: ours, of which none may be missing.
OWN_WORDS = {
    "business = 5": "business: must be a table: its name in square brackets on a line, its settings below",
    "[business]\nname = 5": 'business.name: must be a text in quotes, such as "text"',
    "[business]\nname = ''": "business.name: must not be empty",
    f"[business]\nname = '{'x' * 201}'": "business.name: must have at most 200 characters",
    "[server]\nport = 0": "server.port: must be at least 1",
    "[server]\nport = 65536": "server.port: must be at most 65535",
    "[server]\nport = 1.5": "server.port: must be a whole number",
    "[server]\nport = 'eighty'": "server.port: must be a whole number",
    "[server]\nbehind_proxy = 'perhaps'": "server.behind_proxy: must be true or false",
    "[server]\nallowed_hosts = 5": 'server.allowed_hosts: must be a list, such as ["a.example", "b.example"]',
    "[mail]\nsecurity = 'ssl'": "mail.security: must be 'starttls', 'tls' or 'none'",
    "[catalogue]\nservices = 5": "catalogue.services: must be a table: its name in square brackets on a line, its "
    "settings below",
    "[catalogue.services.consultation]\nprice = -1": "catalogue.services.consultation.price: must be more than 0",
    "[catalogue.services.consultation]\nprice = 'x'": "catalogue.services.consultation.price: must be dollars and "
    "cents, such as 550 or 550.50",
}


@pytest.mark.parametrize("text", OWN_WORDS)
def test_a_wrong_value_is_told_in_the_owners_words(tmp_path: Path, text: str) -> None:
    (tmp_path / "config.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as refused:
        load(tmp_path, "serve", {})
    assert str(refused.value) == OWN_WORDS[text]


def patterns(schema: Any) -> set[str]:
    """Every pattern of a JSON schema."""
    inner = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    own = {schema["pattern"]} if isinstance(schema, dict) and isinstance(schema.get("pattern"), str) else set()
    return own.union(*map(patterns, inner))


def test_every_form_that_a_setting_must_have_has_its_words() -> None:
    assert patterns(Config.model_json_schema()) == set(configuration.FORMS)


def test_a_file_in_another_encoding_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_bytes("[business]\nname = 'Café'\n".encode("latin-1"))
    with pytest.raises(ConfigError, match=r"^config\.toml: "):
        load(tmp_path, "serve", {})


BAD_VARIABLES = {
    "HELIOS_BUSINESS_NMAE": "x",
    "HELIOS_BUSINESS": "x",
    "HELIOS_MODE": "demo",
    "HELIOS_CATALOGUE_SERVICES": "{}",
    "HELIOS_ADDRESS": "https://helios.example",
}


@pytest.mark.parametrize("name", BAD_VARIABLES)
def test_an_unknown_variable_is_refused_by_its_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError, match=rf"^{name}: there is no such setting"):
        load(tmp_path, "serve", {name: BAD_VARIABLES[name]})


# What `serve` must not run with, and how the refusal begins.
UNSAFE: list[tuple[dict[str, Any], str]] = [
    ({"payments": TEST, "server": SECURE}, "payments.secret_key: this is a test key"),
    ({"payments": {**LIVE, "publishable_key": "pk_test_1"}, "server": SECURE}, "payments.publishable_key: one key"),
    ({"payments": {**TEST, "publishable_key": "pk_live_1"}, "server": SECURE}, "payments.publishable_key: one key"),
    *(({"payments": {**LIVE, name: ""}, "server": SECURE}, f"payments.{name}: missing") for name in LIVE),
    *(({"payments": {**LIVE, name: "zz_live_1"}, "server": SECURE}, f"payments.{name}: does not") for name in LIVE),
    ({"payments": LIVE}, "server.address: must start with https://"),
    ({"server": {"address": "http://helios.example"}}, "server.address: must start with https://"),
    ({"server": {"address": "http://localhost.helios.example"}}, "server.address: must start with https://"),
    (
        {"server": SECURE, "mail": {"host": "mail.example", "security": "none", "password": "p"}},
        "mail.security: a password would be sent unprotected",
    ),
]


@pytest.mark.parametrize(("values", "said"), UNSAFE)
def test_serving_the_public_refuses_what_is_unsafe_and_names_the_key(
    tmp_path: Path, values: dict[str, Any], said: str
) -> None:
    with pytest.raises(ConfigError) as refused:
        build(tmp_path, "serve", values)
    assert str(refused.value).startswith(said)


def test_a_refusal_shows_no_secret(tmp_path: Path) -> None:
    for values, _ in UNSAFE:
        with pytest.raises(ConfigError) as refused:
            build(tmp_path, "serve", values)
        assert not re.search(r"sk_(live|test)_1|whsec_1|zz_live_1", str(refused.value))


def test_limits_are_lifted_in_the_demo_only(tmp_path: Path) -> None:
    lifted = {"HELIOS_ADDRESS_LIMITS": "off"}
    assert load(tmp_path, "demo", {}).address_limits
    assert not load(tmp_path, "demo", lifted).address_limits
    with pytest.raises(ConfigError, match=r"^HELIOS_ADDRESS_LIMITS: "):
        load(tmp_path, "serve", lifted)


SAFE: list[tuple[dict[str, Any], str]] = [
    ({}, ""),
    ({"server": {"address": "http://localhost:8000"}}, ""),
    ({"payments": LIVE, "server": SECURE}, ""),
    ({"payments": {**LIVE, "secret_key": "rk_live_1"}, "server": SECURE}, ""),
    ({"payments": {**TEST, "allow_test_keys": True}, "server": SECURE}, "TEST"),
    ({"server": SECURE, "mail": {"host": "mail.example", "security": "none"}}, ""),
]


@pytest.mark.parametrize(("values", "mark"), SAFE)
def test_a_safe_configuration_serves_and_is_marked_test_only_with_test_keys(
    tmp_path: Path, values: dict[str, Any], mark: str
) -> None:
    assert build(tmp_path, "serve", values).test_mark == mark


def test_the_demo_is_always_marked_test(config: Config) -> None:
    assert config.test_mark == "TEST"


def test_fictional_defaults_stand_until_the_owner_replaces_them(tmp_path: Path) -> None:
    fictional = {
        "business.phone",
        "business.email",
        "business.support_email",
        "business.abn",
        "bank.bsb",
        "bank.account",
    }
    assert set(build(tmp_path, "serve", {}).standing_defaults()) == fictional
    ours = {
        "business": {"phone": "1", "email": "a@b.example", "support_email": "a@b.example", "abn": "2"},
        "bank": {"bsb": "062-001", "account": "12345678"},
    }
    assert build(tmp_path, "serve", ours).standing_defaults() == []
    with_host = {**ours, "mail": {"host": "mail.ours.example"}}
    assert build(tmp_path, "serve", with_host).standing_defaults() == ["mail.sender", "mail.staff"]
    del ours["business"]["abn"]
    assert build(tmp_path, "serve", ours).standing_defaults() == ["business.abn"]


@pytest.mark.spec("S-12")
def test_every_business_and_bank_setting_reaches_the_pages(configured: Configured) -> None:
    ours = {
        "business": {key: f"our {key}" for key in sections()["business"] if "email" not in key},
        "bank": {"account_name": "our account", "bsb": "062-001", "account": "12345678"},
        "server": {"address": "https://ours.example"},
    }
    ours["business"] |= {"email": "us@ours.example", "support_email": "help@ours.example"}
    card = {"mode": "none", "scriptUrl": "", "publishableKey": ""}
    post = {"host": "post.ours.example", "sender": "us@ours.example", "staff": "us@ours.example"}
    configured("serve", {**ours, "mail": post})
    shown = " ".join(site_facts(card).values())
    for table in ours.values():
        for value in table.values():
            assert value in shown


PHONES = {"(02) 9585 1234": "tel:+61295851234", "+61 400 111 222": "tel:+61400111222", "1300 123 456": "tel:1300123456"}


@pytest.mark.parametrize("phone", PHONES)
def test_a_phone_number_can_be_dialled(configured: Configured, phone: str) -> None:
    configured("serve", {"business": {"phone": phone}})
    facts = site_facts({"mode": "none", "scriptUrl": "", "publishableKey": ""})
    assert facts["business.phoneHref"] == PHONES[phone]
