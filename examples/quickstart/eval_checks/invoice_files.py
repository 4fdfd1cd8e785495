"""Reads the invoice's files. A check's argument, context.json, says where the project is."""

import csv
import json
import sys
from pathlib import Path

with open(sys.argv[1], encoding="utf-8") as file:
    CONTEXT = json.load(file)
OUTPUT = Path(CONTEXT["project_root"]) / "output"


def read_invoice():
    with open(OUTPUT / "invoice.json", encoding="utf-8") as file:
        return json.load(file)


def read_csv():
    with open(OUTPUT / "invoice.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
