"""The fields of onboarding (second document, section 5)."""

from datetime import timedelta

from app import fields

TEXT_RULES: dict[str, fields.TextRule] = {
    "name": fields.name("Name must be at least 2 characters", "Name"),
    "email": fields.email("Invalid email address"),
    "phone": fields.phone(7, "Phone number must be at least 7 characters"),
    "company": fields.text(0, 120, "", "Company"),
    "addressStreet": fields.text(3, 200, "Address must be at least 3 characters", "Address"),
    "addressCity": fields.text(2, 100, "City must be at least 2 characters", "City"),
    "addressState": fields.text(2, 60, "State must be at least 2 characters", "State"),
    "addressZip": fields.text(4, 12, "Zip code must be at least 4 characters", "Zip code"),
}

# The same where a client corrects them: that page is ours to word, as Australia says it.
PROFILE_RULES = TEXT_RULES | {
    "addressZip": fields.text(4, 12, "Postcode must be at least 4 characters", "Postcode"),
}

ENQUIRY_TYPE_LABELS = {
    "new_project": "New Project",
    "consultation": "Consultation",
    "existing_project": "Existing Project",
    "other": "Other",
}

OPEN_PER_VISITOR = 20  # submissions of one browser within a day; nobody needs more
OPEN_WITHIN = timedelta(days=1)
TOO_MANY_OPEN = "You have started many projects already. Please call us, or try again in {wait}."
NOT_YOURS = "This cannot be changed here."
