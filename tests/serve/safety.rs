//! Access to the server, and the rights of an answer in a browser.

use crate::server::{Answer, PageServer};
use azulejo::serve::Options;

/// The answer to a request for a page with headers.
fn answer(server: &PageServer, method: &str, headers: &[(&str, &str)]) -> Answer {
    server.request(method, "/explore?size=2x2", headers, "")
}

/// The status of the answer to a GET request.
fn status(server: &PageServer, headers: &[(&str, &str)]) -> u16 {
    answer(server, "GET", headers).status
}

#[test]
fn only_local_names_are_answered() {
    let server = PageServer::start();
    for host in "localhost LOCALHOST:1 127.0.0.1:9 127.9.9.9 [::1]:80".split(' ') {
        assert_eq!(status(&server, &[("Host", host)]), 200, "{host}");
    }
    let strangers = "azulejo.example localhost.example:80 192.168.0.7 8.8.8.8:80 a@localhost.evil";
    for host in strangers.split(' ') {
        let answer = answer(&server, "GET", &[("Host", host)]);
        assert!([400, 403].contains(&answer.status), "{host}: {answer:?}");
        assert!(!answer.body.contains("Explore walls"), "{host}");
    }
    assert_eq!(status(&server, &[]), 400, "no host");
    let twice = [("Host", "localhost"), ("Host", "azulejo.example")];
    assert_eq!(status(&server, &twice), 400);
}

#[test]
fn options_allow_names() {
    let options = Options {
        hosts: vec!["Wall.example".into()],
        ..Options::default()
    };
    let server = PageServer::with(options);
    assert_eq!(status(&server, &[("Host", "wall.example:8080")]), 200);
    assert_eq!(status(&server, &[("Host", "other.example")]), 403);
}

#[test]
fn other_sites_can_only_link_to_pages() {
    let server = PageServer::start();
    let host = ("Host", "localhost:8080");
    let own = ("Origin", "http://localhost:8080");
    assert_eq!(status(&server, &[host, own]), 200);
    for origin in ["http://localhost:8081", "https://azulejo.example", "null"] {
        let headers = [host, ("Origin", origin)];
        assert_eq!(status(&server, &headers), 403, "{origin}");
    }
    let from = |site, mode| [host, ("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", mode)];
    let link = |dest| {
        let [host, site, mode] = from("cross-site", "navigate");
        status(&server, &[host, site, mode, ("Sec-Fetch-Dest", dest)])
    };
    assert_eq!(link("document"), 200, "a link");
    for frame in ["iframe", "frame", "object", "embed", "empty"] {
        assert_eq!(link(frame), 403, "{frame}");
    }
    assert_eq!(status(&server, &from("same-origin", "cors")), 200);
    // The address bar.
    assert_eq!(status(&server, &from("none", "navigate")), 200);
    for mode in ["no-cors", "cors", "websocket"] {
        for site in ["cross-site", "same-site"] {
            assert_eq!(status(&server, &from(site, mode)), 403, "{site} {mode}");
        }
    }
    let form = answer(&server, "POST", &from("cross-site", "navigate"));
    assert_eq!(form.status, 403);
}

#[test]
fn every_answer_has_a_strict_policy() {
    let server = PageServer::start();
    for path in [
        "/explore",
        "/nowhere",
        "/assets/style.css",
        "/explore/instance.json?size=2x2",
    ] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").expect("a policy");
        for part in [
            "default-src 'none'",
            "script-src 'self'",
            "frame-ancestors 'none'",
        ] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{path}");
        }
    }
}

#[test]
fn refusals_have_a_reason_as_a_page_or_as_json() {
    let server = PageServer::start();
    let json = server.get("/nowhere");
    assert_eq!(json.status, 404);
    assert_eq!(json.header("content-type"), Some("application/json"));
    assert_eq!(json.body, r#"{"error":"There is no such page."}"#);
    let browser = [("Host", "localhost"), ("Accept", "text/html,*/*")];
    let page = server.request("GET", "/nowhere", &browser, "");
    assert_eq!(page.status, 404);
    for part in ["There is no such page.", "<nav"] {
        assert!(page.body.contains(part), "{page:?}");
    }
    let answer = server.post("/explore", "x");
    assert_eq!(answer.status, 405);
    assert_eq!(answer.header("allow"), Some("GET,HEAD"));
}
