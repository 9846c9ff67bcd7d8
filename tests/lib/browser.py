"""browser.py PAGE WIDTH [PICTURE] [dark|print]: opens a page in chromium and prints what is wrong.

Lines: "load_ms N", "wide N" (by how many pixels the page is wider than the window), "console TEXT" and
"request URL" for each message and each request that leaves the page. PICTURE gets a screenshot.

browser.py trace TRACE WIDTH [PICTURE]: opens a trace in the viewer that chromium has, the panel Performance of its
developer tools, which needs no network. Lines: "slices N" (that the viewer draws), "track NAME" for each track and
group of tracks, "drawn CATEGORY N" for each category of slices, "arrows N" (that it has read: it draws none); "viewer
changed: TEXT" where this chromium's panel is not led in this way.
The browser is led through a pipe."""
import base64, itertools, json, os, shutil, subprocess, sys, tempfile, time

trace = sys.argv.pop(2) if sys.argv[1] == "trace" else ""
page, width = "file://" + os.path.abspath(sys.argv[1]), int(sys.argv[2])
picture = sys.argv[3] if len(sys.argv) > 3 else ""
look = sys.argv[4] if len(sys.argv) > 4 else ""
if trace:
    page = "devtools://devtools/bundled/devtools_app.html"

to_browser, ours = os.pipe()
from_browser, theirs = os.pipe()
profile = tempfile.mkdtemp()


def fds():                      # the browser reads from 3 and writes to 4
    a, b = os.dup(to_browser), os.dup(theirs)
    os.dup2(os.dup(a), 3)
    os.dup2(os.dup(b), 4)


browser = subprocess.Popen(
    ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--hide-scrollbars",
     "--user-data-dir=" + profile, "about:blank"], close_fds=False, preexec_fn=fds, stderr=subprocess.DEVNULL)
os.close(theirs)                # its end then ends our reading
numbers, events, read = itertools.count(1), [], b""


def message():
    global read
    while b"\0" not in read:
        part = os.read(from_browser, 1 << 20)
        if not part:
            sys.exit("the browser has ended")
        read += part
    text, read = read.split(b"\0", 1)
    return json.loads(text)


VIEW = """(async text => {
    const tools = 'devtools://devtools/bundled/';
    const ui = await import(tools + 'ui/legacy/legacy.js');
    const {TimelinePanel} = await import(tools + 'panels/timeline/timeline.js');
    await ui.ViewManager.ViewManager.instance().showView('timeline');
    const panel = TimelinePanel.TimelinePanel.instance();
    for (let i = 0; i < 400 && !panel.hasActiveTrace(); i++) {  // while the tools start, they may overlook a file
        if (i % 50 == 20) panel.loadFromFile(new File([text], 'trace.json', {type: 'application/json'}));
        await new Promise(then => setTimeout(then, 100));
    }
    if (!panel.hasActiveTrace()) return 'no trace: ' + document.body.innerText.slice(0, 300);
    const drawn = panel.getFlameChart().getMainDataProvider().timelineData();
    const provider = panel.getFlameChart().getMainDataProvider(), kinds = {};
    for (let i = 0; provider.eventByIndex && i < drawn.entryLevels.length; i++) {
        const event = provider.eventByIndex(i);
        if (event && event.cat) kinds[event.cat] = (kinds[event.cat] || 0) + 1;
    }
    const read = provider.parsedTrace ? provider.parsedTrace.traceEvents : [];
    const arrows = read.filter(event => event.ph == 'f').length;
    return ['slices ' + drawn.entryLevels.length, ...drawn.groups.map(group => 'track ' + group.name),
            ...Object.entries(kinds).map(([kind, n]) => 'drawn ' + kind + ' ' + n), 'arrows ' + arrows].join('\\n');
})("""


def call(method, session=None, **params):
    number = next(numbers)
    order = {"id": number, "method": method, "params": params}
    if session:
        order["sessionId"] = session
    os.write(ours, json.dumps(order).encode() + b"\0")
    while True:
        answer = message()
        if answer.get("id") == number:
            return answer.get("result", {})
        events.append(answer)


try:
    target = call("Target.createTarget", url="about:blank")["targetId"]
    s = call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    for domain in "Page", "Runtime", "Log", "Network":
        call(domain + ".enable", s)
    call("Emulation.setDeviceMetricsOverride", s, width=width, height=900, deviceScaleFactor=1, mobile=False)
    if look == "dark":
        call("Emulation.setEmulatedMedia", s, features=[{"name": "prefers-color-scheme", "value": "dark"}])
    if look == "print":
        call("Emulation.setEmulatedMedia", s, media="print")
    begin = time.monotonic()
    call("Page.navigate", s, url=page)
    while not any(e.get("method") == "Page.loadEventFired" for e in events):
        events.append(message())
    shot = call("Page.captureScreenshot", s)    # comes when the first screen is drawn
    if trace:
        with open(trace, encoding="utf-8") as file:
            answer = call("Runtime.evaluate", s, returnByValue=True, awaitPromise=True,
                          expression=VIEW + json.dumps(file.read()) + ")")
        error = answer.get("exceptionDetails", {}).get("exception", {}).get("description", "")
        print("viewer changed: " + error if error else answer["result"]["value"])
        if picture:
            time.sleep(1)       # until all is drawn
            with open(picture, "wb") as out:
                out.write(base64.b64decode(call("Page.captureScreenshot", s)["data"]))
        sys.exit()
    print("load_ms %.0f" % ((time.monotonic() - begin) * 1e3))
    value = call("Runtime.evaluate", s, returnByValue=True,
                 expression="document.documentElement.scrollWidth - document.documentElement.clientWidth")
    print("wide %d" % value["result"]["value"])
    if picture:
        with open(picture, "wb") as out:
            size = call("Page.getLayoutMetrics", s)["cssContentSize"]
            clip = dict(x=0, y=0, width=width, height=min(size["height"], 6000), scale=1)
            shot = call("Page.captureScreenshot", s, clip=clip, captureBeyondViewport=True)
            out.write(base64.b64decode(shot["data"]))
    for e in events:
        p = e.get("params", {})
        if e.get("method") == "Runtime.consoleAPICalled":
            print("console", p["type"], [a.get("value") for a in p["args"]])
        if e.get("method") == "Runtime.exceptionThrown":
            print("console", p["exceptionDetails"]["text"])
        if e.get("method") == "Log.entryAdded":
            print("console", p["entry"]["text"])
        if e.get("method") == "Network.requestWillBeSent" and p["request"]["url"] not in (page, "data:,"):
            print("request", p["request"]["url"][:100])
finally:
    browser.terminate()
    browser.wait()
    shutil.rmtree(profile, ignore_errors=True)
