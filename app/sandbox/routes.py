"""What the browser reaches of the sandbox: its script, its stylesheet and three calls with a publishable key.

Whoever may read the data folder can also order trouble (`faults.Kind`) while the program runs, with the webhook secret:
POST /sandbox/faults with kind, and where wanted times, only, caller and seconds; DELETE /sandbox/faults ends it all.

Answers take the provider's shape, not the application's, because the script stands in for the provider's.
The secret-key API is not here: it exists within the process only.
"""

from hmac import compare_digest
from importlib.resources import files

from flask import Blueprint, Response, request

from app.sandbox.faults import SLOW_SECONDS, NoAnswer
from app.sandbox.params import parse
from app.sandbox.problems import ApiProblem, invalid, unauthorised
from app.sandbox.sandbox import Sandbox, Verb

LONGEST_BODY_BYTES = 8192
SCRIPT_FILES = ("card_form.js", "stripe_stand_in.js")


def make_blueprint(sandbox: Sandbox) -> Blueprint:
    """The routes under /sandbox for one sandbox.

    Callers prove themselves with `Authorization: Bearer pk_test_…` and `Sandbox-Client-Secret: pi_…_secret_…`: headers,
    so that no secret stands in an address or an access log.
    """
    blueprint = Blueprint("payment_sandbox", __name__, url_prefix="/sandbox")

    @blueprint.get("/stripe.js")
    def script() -> Response:
        parts = "\n".join(_text(name) for name in SCRIPT_FILES)
        return _file(f"(() => {{\n'use strict';\n{parts}}})();\n", "text/javascript")

    @blueprint.get("/stripe.css")
    def stylesheet() -> Response:
        return _file(_text("stripe_stand_in.css"), "text/css")

    @blueprint.get("/v1/payment_intents/<intent_id>")
    def retrieve_intent(intent_id: str) -> Response:
        return _answer(sandbox, "retrieve", intent_id)

    @blueprint.post("/v1/payment_intents/<intent_id>/confirm")
    def confirm_intent(intent_id: str) -> Response:
        return _answer(sandbox, "confirm", intent_id)

    @blueprint.post("/v1/payment_intents/<intent_id>/authenticate")
    def authenticate_intent(intent_id: str) -> Response:
        return _answer(sandbox, "authenticate", intent_id)

    @blueprint.post("/faults")
    def order_trouble() -> Response:
        if not _may_order(sandbox):
            return _json(unauthorised().text(), 401)
        told = request.form
        try:
            sandbox.faults.set(
                told.get("kind", ""),  # type: ignore[arg-type]  # one that there is not is refused
                int(told["times"]) if "times" in told else None,
                only=told.get("only", ""),
                caller="browser" if told.get("caller") == "browser" else "server",
                seconds=float(told.get("seconds", SLOW_SECONDS)),
            )
        except ValueError as wrong:
            return _json(invalid(str(wrong)).text(), 400)
        return _json("{}", 200)

    @blueprint.delete("/faults")
    def end_trouble() -> Response:
        if not _may_order(sandbox):
            return _json(unauthorised().text(), 401)
        sandbox.faults.clear()
        return _json("{}", 200)

    return blueprint


def _may_order(sandbox: Sandbox) -> bool:
    key = request.headers.get("Authorization", "").removeprefix("Bearer ")
    return compare_digest(key.encode(), sandbox.webhook_secret.encode())


def _answer(sandbox: Sandbox, verb: Verb, intent_id: str) -> Response:
    if (request.content_length or 0) > LONGEST_BODY_BYTES:
        return _json('{"error": {"type": "invalid_request_error", "message": "Request too large"}}', 413)
    key = request.headers.get("Authorization", "").removeprefix("Bearer ")
    client_secret = request.headers.get("Sandbox-Client-Secret", "")
    try:
        params = parse(request.get_data().decode("utf-8", "replace"))
        text, status, _ = sandbox.browser_request(verb, intent_id, key, client_secret, params)
    except ApiProblem as problem:
        return _json(problem.text(), problem.status)
    except NoAnswer:
        return Response("", 504)
    return _json(text, status)


def _json(text: str, status: int) -> Response:
    response = Response(text, status, mimetype="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


def _text(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _file(text: str, mimetype: str) -> Response:
    response = Response(text, mimetype=mimetype)
    response.headers["Cache-Control"] = "no-cache"
    return response
