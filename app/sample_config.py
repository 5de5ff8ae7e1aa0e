"""The documented configuration that a first start writes."""

SAMPLE = """\
# Helios: the owner's settings. Change a line, restart, done.
# A line that begins with # is a comment and shows the default.
# Every key but those of the catalogue can also be given as a variable, e.g. HELIOS_MAIL_PASSWORD for mail.password.

[business]
# name = "Helios Project Management"        # in full, on pages, letters and receipts
# short_name = "Helios"                     # where there is little room: the logo, the staff area, subjects of letters
# phone = "(02) 5550 0134"                  # fictional, as are the next three: not shown until you put your own
# email = "hello@heliospm.example"          # shown on the site; answers to letters go there
# support_email = "hello@heliospm.example"  # where "Forgot password" writes to
# abn = "51 824 753 556"                    # your Australian Business Number, on receipts and below the pages
# address = "Hurstville, NSW 2220"          # shown on the site and below letters
# hours = "Monday to Friday, 9am to 5pm"    # when you answer; does not change the times that can be booked

[bank]
# No transfer is offered before bsb, account, the business's phone, e-mail addresses and ABN, and the mail's sender and
# staff are your own; without card keys besides, or without a mail server, nothing can be booked.
# account_name = "Helios Project Management"  # whose account it is, as the bank has it
# bsb = "000-000"                             # six digits with a dash
# account = "00000000"                        # 5 to 9 digits

[server]
# address = "http://127.0.0.1:8000"  # what visitors type; https:// unless it is this machine
# host = "127.0.0.1"                 # the interface to listen on; 0.0.0.0 for all of them
# port = 8000                        # the port to listen on; the variable PORT goes before it
# threads = 8                        # how many requests are worked on at the same time, 1 to 32
# behind_proxy = false               # true when nginx or caddy passes requests on
# allowed_hosts = []                 # further names under which the site answers
# metrics_token = ""                 # with one, /metrics answers others than this machine, too (Bearer)

[payments]
# All three keys come from the card provider's dashboard. Without them nobody can pay by card.
# secret_key = ""                    # begins with sk_ or rk_
# publishable_key = ""               # begins with pk_
# webhook_secret = ""                # begins with whsec_; of the webhook that you point at /api/stripe/webhook
# allow_test_keys = false            # true to try the provider's test keys; pages are then marked TEST

[mail]
# Without a host, letters stay in the outbox and as .eml files in the data folder, and nothing can be booked: no
# confirmation and no sign-in would reach anybody.
# host = ""                          # your mail provider's server for sending (SMTP)
# port = 587                         # 587 goes with starttls, 465 with tls
# username = ""                      # empty for a server that asks for none
# password = ""                      # sent over a protected connection only
# security = "starttls"              # starttls, tls or none
# sender = "hello@heliospm.example"  # whom letters come from
# staff = "hello@heliospm.example"   # where notices to staff go

[analytics]
# google_id = ""                     # Google Analytics, e.g. G-ABC1234567; nothing loads without it
# pixel_id = ""                      # the digits of the Meta pixel; nothing loads without them
# consent_required = true            # false loads both without asking the visitor first

[backups]
# nightly = true                     # each night a copy of the data folder is made, and proved by opening it
# folder = ""                        # where it goes, best on another disk; empty: helios-backups beside the data folder
# days = 7                           # for so many days one of each day is kept,
# weeks = 4                          # for so many weeks one of each week; whoever was erased is in them until then

[uploads]
# unpaid_gb = 5                      # most of what visitors send unpaid that is kept; a fifth of the free disk, if less

[consultations]
# ways = ["phone"]                   # how you meet clients: "phone", "video", "place"; they choose, the first is usual
# place = ""                         # where you meet them, e.g. "Level 2, 12 Forest Road, Hurstville"; for "place"
# video = ""                         # one link for every video call; empty: you email each client a link beforehand

# Titles and prices (dollars including GST) of services and packages, and texts of services, by id:
# [catalogue.services.planning_approvals]
# title = "Planning & Approvals"  # on cards, in letters and on receipts
# text = "The pathway to consent, the documents council asks for, and one person who answers its questions."  # a card
# price = 1500                    # what is charged; also 550.50
# needs = ["Plans", "Site survey"]  # documents asked of its client once it is paid; [] for none
# [catalogue.packages.essential]
# title = "Essential Review"      # of the contract review
# price = 550                     # what the review costs
"""
