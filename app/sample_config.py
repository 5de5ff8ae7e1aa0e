"""The documented configuration that a first start writes."""

SAMPLE = """\
# Helios: the owner's settings. Change a line, restart, done.
# A line that begins with # is a comment and shows the default.
# Every key can also be given as a variable, e.g. HELIOS_MAIL_PASSWORD for mail.password.

[business]
# name = "Helios Project Management"
# short_name = "Helios"
# phone = "(02) 5550 0134"                  # fictional: put your own
# email = "hello@heliospm.example"          # shown on the site
# support_email = "hello@heliospm.example"  # where "Forgot password" writes to
# abn = "51 824 753 556"
# address = "Hurstville, NSW 2220"
# hours = "Monday to Friday, 9am to 5pm"

[bank]
# No transfer is offered before bsb, account and the business's phone, e-mail addresses and ABN are your own (and with a
# mail server its sender and staff); without card keys besides, nothing can be booked.
# account_name = "Helios Project Management"
# bsb = "000-000"
# account = "00000000"

[server]
# address = "http://127.0.0.1:8000"  # what visitors type; https:// unless it is this machine
# host = "127.0.0.1"                 # the interface to listen on
# port = 8000
# threads = 8
# behind_proxy = false               # true when nginx or caddy passes requests on
# allowed_hosts = []                 # further names under which the site answers

[payments]
# All three keys come from the card provider's dashboard. Without them the site offers bank transfer only.
# secret_key = ""
# publishable_key = ""
# webhook_secret = ""
# allow_test_keys = false            # true to try the provider's test keys; pages are then marked TEST

[mail]
# Without a host, letters stay in the outbox and as .eml files in the data folder.
# host = ""
# port = 587
# username = ""
# password = ""
# security = "starttls"              # starttls, tls or none
# sender = "hello@heliospm.example"
# staff = "hello@heliospm.example"   # where notices to staff go

[analytics]
# google_id = ""                     # e.g. G-XXXXXXX; nothing loads without it
# pixel_id = ""
# consent_required = true

# Titles, texts and prices (dollars including GST) of services and packages, by id:
# [catalogue.services.planning_approvals]
# title = "Planning & Approvals"
# price = 1500
# [catalogue.packages.essential]
# price = 550
"""
