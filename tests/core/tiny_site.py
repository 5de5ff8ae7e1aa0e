"""What the very small site of these tests consists of."""

SCRIPT = "console.log('{{business.name}} is a marker in pages only');" * 40
VIDEO = bytes(range(256)) * 8
PRIVATE_PAGES = ("/client-portal", "/checkout", "/success")
