"""The demo's documents."""


def sample_pdf(title: str) -> bytes:
    """A small, valid PDF that shows its title."""
    shown = title.replace("\\", "").replace("(", "").replace(")", "")
    content = f"BT /F1 24 Tf 72 760 Td ({shown}) Tj 0 -32 Td /F1 12 Tf (Sample document of the demo) Tj ET".encode(
        "latin-1"
    )
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    made, offsets = b"%PDF-1.4\n", []
    for index, body in enumerate(objects, 1):
        offsets.append(len(made))
        made += b"%d 0 obj%s\nendobj\n" % (index, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    count = len(objects) + 1
    trailer = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (count, len(made))
    return made + b"xref\n0 %d\n0000000000 65535 f \n" % count + table + trailer
