"""Reads what the kit writes, as strictly as its readers do: `files.py schema FILE...` and `files.py trace FILE...`."""
import json
import os
import sys


def no_constant(name):
    raise ValueError(name + " is no JSON")


def unique(pairs):
    keys = [key for key, _ in pairs]
    assert len(set(keys)) == len(keys), f"a key stands twice: {keys}"
    return dict(pairs)


def load(text):
    return json.loads(text, parse_constant=no_constant, object_pairs_hook=unique)


def check_document(document):
    import jsonschema
    folder = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(folder, "data", "gputime.schema.json"), encoding="utf-8") as f:
        schema = json.load(f)
    jsonschema.Draft7Validator.check_schema(schema)
    jsonschema.Draft7Validator(schema).validate(document)
    names = [s["series"] for s in document["series"]]
    for s in document["series"]:
        for column in s.get("samples", {}).values():
            assert len(column) == s["kept"]
        assert s["device"] is None or s["device"] <= len(document["devices"])
    for c in document["comparisons"]:
        assert c["base"] in names and c["side"] in names


if __name__ == "__main__":
    what, *files = sys.argv[1:]
    for file in files:
        with open(file, "rb") as f:
            check = {"schema": check_document}[what]
            check(load(f.read().decode("utf-8")))
