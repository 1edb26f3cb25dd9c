//! A tab of the browser: pages, keys, mouse, touch and the document.

use crate::chromium::{Chromium, PATIENCE, wait};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fs;
use std::time::{Duration, Instant};

/// The folder of the screenshots, for people.
const SCREENSHOTS: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/screenshots");

/// A tab of the browser.
pub(crate) struct Tab<'a> {
    pub(crate) browser: &'a mut Chromium,
    pub(crate) session: String,
    pub(crate) target: Value,
    /// The base address of the pages.
    pub(crate) base_url: String,
    /// Ends of the addresses whose requests may be refused.
    pub(crate) refusals: Vec<&'static str>,
}

impl Tab<'_> {
    pub(crate) fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.browser.call(&self.session, method, parameters)
    }

    /// Opens a path of the pages or a whole address, and waits for the page.
    pub(crate) fn visit(&mut self, path: &str) {
        let url = match path.starts_with("http") {
            true => path.to_owned(),
            false => format!("{}{path}", self.base_url),
        };
        let load = "Page.loadEventFired";
        self.browser.events.retain(|event| event["method"] != load);
        self.call("Page.navigate", json!({"url": url}));
        self.browser.receive_up_to(load);
        // Pages as plain files fill a shell after the load.
        self.wait_for("document.documentElement.dataset.shell === undefined");
    }

    /// Sets the colour scheme (light or dark) and the width of the window, whose height is 900 pixels.
    pub(crate) fn look(&mut self, scheme: &str, width: u32) {
        self.prefer("prefers-color-scheme", scheme);
        self.set_size(width, 900);
    }

    /// Emulates an upright phone: 390×844 pixels, with touch.
    pub(crate) fn emulate_phone(&mut self) {
        self.set_window(390, 844, true);
        let touch = json!({"enabled": true, "maxTouchPoints": 5});
        self.call("Emulation.setTouchEmulationEnabled", touch);
    }

    /// Sets the size of the window in pixels.
    pub(crate) fn set_size(&mut self, width: u32, height: u32) {
        self.set_window(width, height, false);
    }

    fn set_window(&mut self, width: u32, height: u32, mobile: bool) {
        let metrics =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile});
        self.call("Emulation.setDeviceMetricsOverride", metrics);
    }

    /// Emulates a slow network of phones: a number of bits a second, and a latency of 150 ms.
    pub(crate) fn throttle(&mut self, bits: u32) {
        let bytes = bits / 8;
        let conditions = json!({
            "offline": false, "latency": 150, "downloadThroughput": bytes, "uploadThroughput": bytes,
        });
        self.call("Network.emulateNetworkConditions", conditions);
    }

    /// Runs a script in every later page, before the scripts of the page.
    pub(crate) fn prepare(&mut self, script: &str) {
        let source = json!({"source": script});
        self.call("Page.addScriptToEvaluateOnNewDocument", source);
    }

    /// Sets the preference of motion: `reduce`, or `no-preference`.
    pub(crate) fn prefer_motion(&mut self, motion: &str) {
        self.prefer("prefers-reduced-motion", motion);
    }

    fn prefer(&mut self, name: &str, value: &str) {
        let feature = json!({"name": name, "value": value});
        self.call("Emulation.setEmulatedMedia", json!({"features": [feature]}));
    }

    /// Disables the scripts of later pages.
    pub(crate) fn disable_scripts(&mut self) {
        let method = "Emulation.setScriptExecutionDisabled";
        self.call(method, json!({"value": true}));
    }

    /// The value of an expression.
    fn value(&mut self, expression: &str) -> Value {
        let value = self.value_if_open(expression);
        value.unwrap_or_else(|| panic!("{expression}: the page went away"))
    }

    /// The value of an expression; none after a navigation to another page.
    fn value_if_open(&mut self, expression: &str) -> Option<Value> {
        let parameters = json!({"expression": expression, "returnByValue": true});
        let answer = self
            .browser
            .try_call(&self.session, "Runtime.evaluate", parameters);
        let mut result = match answer {
            Err(error) if error["message"] == "Inspected target navigated or closed" => {
                return None;
            }
            Err(error) => panic!("{expression}: {error}"),
            Ok(result) => result,
        };
        assert_eq!(result.get("exceptionDetails"), None, "{expression}");
        Some(result["result"]["value"].take())
    }

    /// Runs an expression, which may lead to another page.
    pub(crate) fn run(&mut self, expression: &str) {
        self.value_if_open(expression);
    }

    pub(crate) fn text(&mut self, expression: &str) -> String {
        let value = self.value(expression);
        value.as_str().expect("a text").to_owned()
    }

    pub(crate) fn number(&mut self, expression: &str) -> u64 {
        let value = self.value(&format!("Number({expression})"));
        value.as_f64().expect("a number") as u64
    }

    /// The words of the first element of a selector.
    pub(crate) fn words(&mut self, selector: &str) -> String {
        self.text(&format!("document.querySelector({selector:?}).textContent"))
    }

    /// The number of elements of a selector.
    pub(crate) fn count(&mut self, selector: &str) -> u64 {
        self.number(&format!("document.querySelectorAll({selector:?}).length"))
    }

    /// The number of visible elements of a selector.
    pub(crate) fn visible_count(&mut self, selector: &str) -> u64 {
        self.number(&format!(
            "[...document.querySelectorAll({selector:?})].filter((it) => it.getClientRects().length > 0).length"
        ))
    }

    /// Whether a condition holds.
    pub(crate) fn holds(&mut self, condition: &str) -> bool {
        self.number(condition) == 1
    }

    pub(crate) fn wait_for(&mut self, condition: &str) {
        wait(condition, || {
            let value = self.value_if_open(condition)?;
            value.as_bool().filter(|is_met| *is_met)
        });
    }

    pub(crate) fn wait_for_count(&mut self, selector: &str, count: u64) {
        self.wait_for(&format!(
            "document.querySelectorAll({selector:?}).length === {count}"
        ));
    }

    pub(crate) fn wait_for_element(&mut self, selector: &str) {
        self.wait_for(&format!("document.querySelector({selector:?}) !== null"));
    }

    pub(crate) fn wait_for_words(&mut self, selector: &str, words: &str) {
        self.wait_for(&format!(
            "document.querySelector({selector:?})?.textContent === {words:?}"
        ));
    }

    /// Waits until the words of an element have a prefix.
    pub(crate) fn wait_for_prefix(&mut self, selector: &str, prefix: &str) {
        self.wait_for(&format!(
            "document.querySelector({selector:?})?.textContent.startsWith({prefix:?}) === true"
        ));
    }

    /// Waits until the words of an element contain a text.
    pub(crate) fn wait_for_part(&mut self, selector: &str, part: &str) {
        self.wait_for(&format!(
            "document.querySelector({selector:?})?.textContent.includes({part:?}) === true"
        ));
    }

    /// Waits until the page is at rest: each request has its response, nothing is busy or moves, and for a tenth of a second the
    /// document has not changed. Animations by scroll position have no end in time, and do not count.
    pub(crate) fn settle(&mut self) {
        const UNREST: &str = "(() => { \
            window.lastChange ??= (() => { \
                const change = { at: performance.now() }; \
                const all = { subtree: true, childList: true, attributes: true, characterData: true }; \
                new MutationObserver(() => { change.at = performance.now(); }).observe(document, all); \
                return change; \
            })(); \
            const moves = ({ playState, effect }) => playState === 'running' \
                && Number.isFinite(effect.getComputedTiming().endTime); \
            const busy = document.querySelector('[aria-busy=true]'); \
            const moving = document.getAnimations().find(moves); \
            return busy ? `${busy.outerHTML.slice(0, 200)} is busy` \
                : moving ? `${moving.effect.target?.outerHTML.slice(0, 200)} moves` \
                : performance.now() - window.lastChange.at > 100 ? '' : 'it has just changed'; })()";
        let mut unrest = String::new();
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            unrest = match self.value_if_open(UNREST) {
                Some(unrest) => unrest.as_str().expect("a text").to_owned(),
                None => "another page comes".to_owned(),
            };
            if unrest.is_empty() {
                match self.open_request() {
                    Some(url) => unrest = format!("{url} has no response"),
                    None => return,
                }
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("waited too long for a page at rest: {unrest}");
    }

    /// The address of a request without a response or an error, of the tab's document or of the next document.
    ///
    /// Chromium need not report the end of a request of a former document. The response to a request for a worker's script is an
    /// event of the worker's own session: an empty loader tells such a request apart.
    fn open_request(&self) -> Option<&str> {
        let is_own = |event: &&Value| event["sessionId"] == *self.session;
        let events: Vec<&Value> = self.browser.events.iter().filter(is_own).collect();
        let is_document = |event: &&Value| {
            event["method"] == "Page.frameNavigated"
                && event["params"]["frame"].get("parentId").is_none()
        };
        let document = events.iter().rposition(is_document);
        let loader = document.map(|index| &events[index]["params"]["frame"]["loaderId"]);
        let is_of_a_live_document = |index: usize| match loader {
            Some(loader) => {
                events[index]["params"]["loaderId"] == *loader || Some(index) > document
            }
            None => true,
        };
        let ends = ["responseReceived", "loadingFinished", "loadingFailed"];
        let ends = ends.map(|end| format!("Network.{end}"));
        let ended: HashSet<&str> = (events.iter())
            .filter(|event| ends.iter().any(|end| event["method"] == **end))
            .filter_map(|event| event["params"]["requestId"].as_str())
            .collect();
        let open = events.iter().enumerate().find(|(index, event)| {
            let id = event["params"]["requestId"].as_str();
            event["method"] == "Network.requestWillBeSent"
                && event["params"]["loaderId"] != ""
                && is_of_a_live_document(*index)
                && id.is_some_and(|id| !ended.contains(id))
        });
        open.and_then(|(_, event)| event["params"]["request"]["url"].as_str())
    }

    /// Closes the tab, and waits for its end. A busy Chromium may lose a request to close. If Chromium loses all of them, the tab
    /// stays open without harm, as each tab reads only its own events.
    fn close(&mut self) {
        let id = &self.target;
        let end = Instant::now() + Duration::from_secs(20);
        // The answer is an error after the end of the tab.
        let parameters = json!({"targetId": id});
        while self
            .browser
            .try_call("", "Target.closeTarget", parameters.clone())
            .is_ok()
            && Instant::now() < end
        {
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Scrolls an element into view.
    fn reveal(&mut self, selector: &str) {
        let selector = json!(selector);
        self.run(&format!(
            "document.querySelector({selector}).scrollIntoView({{block: 'center', behavior: 'instant'}})"
        ));
    }

    /// The middle of an element, in the window.
    fn middle(&mut self, selector: &str) -> [f64; 2] {
        let selector = json!(selector);
        ["left + box.width / 2", "top + box.height / 2"].map(|place| {
            let middle = format!(
                "(() => {{ const box = document.querySelector({selector}).getBoundingClientRect(); \
                 return box.{place}; }})()"
            );
            self.value(&middle).as_f64().expect("a number")
        })
    }

    fn mouse(&mut self, kind: &str, [x, y]: [f64; 2], buttons: u32) {
        let event = json!({
            "type": kind, "x": x, "y": y, "button": "left", "buttons": buttons, "clickCount": 1,
        });
        self.call("Input.dispatchMouseEvent", event);
    }

    /// The middle of an element in view and at rest. A page may still fill in text above the element, which moves the
    /// element.
    fn resting_middle(&mut self, selector: &str) -> [f64; 2] {
        self.reveal(selector);
        let mut last = self.middle(selector);
        wait(&format!("{selector} to stand still"), || {
            self.reveal(selector);
            let place = self.middle(selector);
            let is_at_rest = place == std::mem::replace(&mut last, place);
            is_at_rest.then_some(place)
        })
    }

    /// Clicks in the middle of an element.
    pub(crate) fn click(&mut self, selector: &str) {
        let place = self.resting_middle(selector);
        self.mouse("mousePressed", place, 1);
        self.mouse("mouseReleased", place, 0);
    }

    fn touch(&mut self, kind: &str, points: &[[f64; 2]]) {
        let points = points.iter().map(|[x, y]| json!({"x": x, "y": y}));
        let event = json!({"type": kind, "touchPoints": points.collect::<Vec<_>>()});
        self.call("Input.dispatchTouchEvent", event);
    }

    /// Taps in the middle of an element.
    pub(crate) fn tap(&mut self, selector: &str) {
        self.reveal(selector);
        let place = self.middle(selector);
        self.touch("touchStart", &[place]);
        self.touch("touchEnd", &[]);
    }

    /// Moves a finger from the middle of an element up by a number of pixels.
    pub(crate) fn swipe_up(&mut self, selector: &str, pixels: u32) {
        self.reveal(selector);
        let [x, y] = self.middle(selector);
        self.touch("touchStart", &[[x, y]]);
        for step in 1..=10 {
            let distance = f64::from(pixels) * f64::from(step) / 10.0;
            self.touch("touchMove", &[[x, y - distance]]);
        }
        self.touch("touchEnd", &[]);
    }

    /// Drags from the middle of an element to the middle of another element.
    pub(crate) fn drag(&mut self, from: &str, to: &str) {
        self.reveal(from);
        let [from, to] = [from, to].map(|selector| self.middle(selector));
        self.mouse("mousePressed", from, 1);
        let between = [(from[0] + to[0]) / 2.0, (from[1] + to[1]) / 2.0];
        for place in [between, to] {
            self.mouse("mouseMoved", place, 1);
        }
        self.mouse("mouseReleased", to, 0);
    }

    /// Changes the value of a field.
    pub(crate) fn change(&mut self, selector: &str, value: &str) {
        self.run(&format!(
            "(() => {{ const field = document.querySelector({selector:?}); field.value = {value:?}; \
             field.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
        ));
    }

    /// Types a text into the focused element.
    pub(crate) fn type_text(&mut self, text: &str) {
        self.call("Input.insertText", json!({"text": text}));
    }

    /// Presses and releases a key.
    pub(crate) fn press(&mut self, key: &str) {
        let (code, text) = match key {
            "Shift" => (16, ""),
            "End" => (35, ""),
            "ArrowLeft" => (37, ""),
            "ArrowUp" => (38, ""),
            "ArrowRight" => (39, ""),
            "ArrowDown" => (40, ""),
            "Home" => (36, ""),
            "Delete" => (46, ""),
            "Backspace" => (8, ""),
            "Escape" => (27, ""),
            "Tab" => (9, ""),
            "Enter" => (13, "\r"),
            "Space" => (32, " "),
            _ => match key.as_bytes() {
                // Letters and digits have the codes of their capitals.
                [letter] => (letter.to_ascii_uppercase().into(), key),
                _ => panic!("no such key: {key}"),
            },
        };
        let name = if key == "Space" { " " } else { key };
        for kind in ["keyDown", "keyUp"] {
            let text = if kind == "keyDown" { text } else { "" };
            let event = json!({
                "type": kind, "key": name, "code": key, "windowsVirtualKeyCode": code, "text": text,
            });
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// The events of Chromium's tracing during an action.
    pub(crate) fn trace(&mut self, action: impl FnOnce(&mut Self)) -> Vec<Value> {
        let categories = [
            "blink.user_timing",
            "devtools.timeline",
            "disabled-by-default-devtools.timeline",
            "devtools.timeline.frame",
            "disabled-by-default-devtools.timeline.frame",
        ];
        let config = json!({"includedCategories": categories, "excludedCategories": ["*"]});
        let start = json!({"transferMode": "ReportEvents", "traceConfig": config});
        self.browser.call("", "Tracing.start", start);
        action(self);
        self.browser.call("", "Tracing.end", json!({}));
        self.browser.receive_up_to("Tracing.tracingComplete");
        let mut trace = Vec::new();
        self.browser.events.retain_mut(|event| {
            if let Some(events) = event["params"]["value"].as_array_mut() {
                trace.append(events);
            }
            let method = event["method"].as_str().unwrap_or_default();
            !method.starts_with("Tracing.")
        });
        trace
    }

    /// Writes a screenshot of the whole page.
    pub(crate) fn screenshot(&mut self, name: &str) {
        let parameters = json!({"format": "png", "captureBeyondViewport": true});
        let image = self.call("Page.captureScreenshot", parameters);
        let text = image["data"].as_str().expect("an image");
        let image = data_encoding::BASE64.decode(text.as_bytes());
        fs::create_dir_all(SCREENSHOTS).expect("a folder");
        let file = format!("{SCREENSHOTS}/{name}.png");
        fs::write(file, image.expect("base 64")).expect("a file");
    }

    /// Asserts that the page is not wider than the window, and writes a screenshot.
    pub(crate) fn assert_fits(&mut self, name: &str) {
        let overflow =
            "document.documentElement.scrollWidth - document.documentElement.clientWidth";
        assert_eq!(self.number(overflow), 0, "{name}");
        self.screenshot(name);
    }

    /// Removes expected events, and returns their number.
    pub(crate) fn forget(&mut self, is_expected: impl Fn(&Value) -> bool) -> usize {
        self.run("0");
        let before = self.browser.events.len();
        self.browser.events.retain(|event| !is_expected(event));
        before - self.browser.events.len()
    }

    /// Permits refusals of an address by its end. The browser's message about one may come late, after the page has taken the response.
    pub(crate) fn permit_refusal(&mut self, end: &'static str) {
        self.refusals.push(end);
    }

    /// Closes the tab. Asserts that the tab had no error, and no request to another address than the pages and the page's own
    /// data (`blob:`, `data:`).
    pub(crate) fn finish(mut self) {
        self.wait_for("true"); // all earlier events have arrived
        self.close();
        let is_own = |event: &&Value| event["sessionId"] == *self.session;
        for event in self.browser.events.iter().filter(is_own) {
            let parameters = &event["params"];
            // A browser may request this icon at any time for a page without an icon.
            let urls = [&parameters["request"]["url"], &parameters["entry"]["url"]];
            let is_icon = |url: &&Value| {
                url.as_str()
                    .is_some_and(|url| url.ends_with("/favicon.ico"))
            };
            if urls.iter().any(is_icon) {
                continue;
            }
            let is_fine = match event["method"].as_str().unwrap_or_default() {
                "Runtime.exceptionThrown" => false,
                "Runtime.consoleAPICalled" => parameters["type"] == "log",
                "Log.entryAdded" => {
                    let url = parameters["entry"]["url"].as_str().unwrap_or_default();
                    let is_refusal = self.refusals.iter().any(|end| url.ends_with(end));
                    parameters["entry"]["level"] == "info" || is_refusal
                }
                "Network.requestWillBeSent" => {
                    let url = &parameters["request"]["url"];
                    url.as_str().is_some_and(|url| {
                        [&*self.base_url, "blob:", "data:"]
                            .iter()
                            .any(|prefix| url.starts_with(prefix))
                    })
                }
                _ => true,
            };
            assert!(is_fine, "{event}");
        }
    }
}
