"""page.py PAGE [DATA.json]: checks a page of gtlint: well-formed, anchors resolve, nothing from outside, no script.

Prints what is wrong, a line each; then "figure NAME: TEXT" for each figure, and "cell TEXT" for each cell of a table.
With DATA.json the first download must be that file to the byte."""
import html.parser, re, sys, urllib.parse

VOID = {"meta", "link", "br", "img", "hr", "input", "wbr", "col"}
CLOSED = {"path", "circle", "rect"}     # of SVG, with a slash


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.links, self.wrong, self.data = [], [], [], [], []
        self.text = {"figure": [], "td": [], "th": [], "style": [], "title": []}

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        if len(set(names)) != len(names):
            self.wrong.append("twice the same attribute in " + tag)
        if tag == "script" or any(name.startswith("on") for name in names):
            self.wrong.append("a script in " + tag)
        for name, value in attributes:
            if name == "id":
                self.ids.append(value)
            if name in ("href", "src", "action", "data", "srcset", "poster"):
                if value.startswith("#"):
                    self.links.append(value[1:])
                elif not value.startswith("data:"):
                    self.wrong.append("leaves the page: " + value[:60])
                elif tag == "a":
                    self.data.append(value)
        if tag in self.text:
            self.text[tag].append("")
        if tag not in VOID and tag not in CLOSED:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in CLOSED:
            self.wrong.append("closed at once: " + tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append("line %d: </%s> closes another element" % (self.getpos()[0], tag))

    def handle_data(self, text):
        for tag in set(self.open) & set(self.text):
            self.text[tag][-1] += text


page = Page()
source = open(sys.argv[1], encoding="utf-8").read()
page.feed(source)
page.close()
wrong = page.wrong + ["not closed: " + tag for tag in page.open]
if len(set(page.ids)) != len(page.ids):
    wrong.append("twice the same id")
wrong += ["no anchor " + link for link in page.links if link not in page.ids]
if not page.links:
    wrong.append("no link at all")
if re.search(r"url\(|@import|expression\(", "".join(page.text["style"])):
    wrong.append("the style loads something")
if not source.startswith("<!DOCTYPE html>"):
    wrong.append("no doctype")
if len(sys.argv) > 2:
    data = urllib.parse.unquote_to_bytes(page.data[0].split(",", 1)[1]) if page.data else b""
    if data != open(sys.argv[2], "rb").read():
        wrong.append("the download is not the file")
for line in wrong:
    print("WRONG", line)
for tag in "figure", "td":
    for text in page.text[tag]:
        print("figure" if tag == "figure" else "cell", " ".join(text.split()))
sys.exit(bool(wrong))
