import sys

from invoice_files import read_csv, read_invoice

expected = [(line["item"], line["quantity"], line["unitCents"]) for line in read_invoice()["lines"]]
found = [(row["item"], int(row["quantity"]), int(row["unit_cents"])) for row in read_csv()]

if found != expected:
    for pair in zip(expected, found):
        if pair[0] != pair[1]:
            print("invoice.json has %r, invoice.csv has %r" % pair, file=sys.stderr)
    sys.exit("invoice.csv has %d lines, invoice.json has %d, or they differ" % (len(found), len(expected)))
print("%d lines agree" % len(found))
