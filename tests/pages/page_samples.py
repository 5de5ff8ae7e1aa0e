"""Settings that several tests of the pages share."""

TRACKED = {"google_id": "G-TEST123456", "pixel_id": "123456789012345"}
