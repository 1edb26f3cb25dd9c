//! Access to the server, and the rights of an answer in a browser.

use crate::server::{Answer, Served};
use azulejo::serve::{Options, ServeError, Server};

/// Asks for a page with these headers.
fn asked(server: &Served, method: &str, headers: &[(&str, &str)]) -> Answer {
    server.ask(method, "/explore?size=2x2", headers, "")
}

#[test]
fn only_names_that_nobody_else_can_point_here_are_answered() {
    let server = Served::start();
    for host in [
        "localhost",
        "LOCALHOST:1",
        "127.0.0.1:9",
        "127.9.9.9",
        "[::1]:80",
    ] {
        assert_eq!(
            asked(&server, "GET", &[("Host", host)]).status,
            200,
            "{host}"
        );
    }
    let strangers = [
        "azulejo.example",
        "localhost.example:80",
        "192.168.0.7",
        "8.8.8.8:80",
        "a@localhost.evil",
    ];
    for host in strangers {
        let answer = asked(&server, "GET", &[("Host", host)]);
        assert!([400, 403].contains(&answer.status), "{host}: {answer:?}");
        assert!(!answer.body.contains("Explore walls"), "{host}");
    }
    assert_eq!(asked(&server, "GET", &[]).status, 400, "no host");
    let twice = [("Host", "localhost"), ("Host", "azulejo.example")];
    assert_eq!(asked(&server, "GET", &twice).status, 400);
}

#[test]
fn names_can_be_allowed() {
    let named = Options {
        hosts: vec!["Wall.example".into()],
        ..Options::default()
    };
    let server = Served::with(named);
    assert_eq!(
        asked(&server, "GET", &[("Host", "wall.example:8080")]).status,
        200
    );
    assert_eq!(
        asked(&server, "GET", &[("Host", "other.example")]).status,
        403
    );
}

#[test]
fn other_sites_can_link_to_pages_and_do_nothing_else() {
    let server = Served::start();
    let host = ("Host", "localhost:8080");
    let own = ("Origin", "http://localhost:8080");
    assert_eq!(asked(&server, "GET", &[host, own]).status, 200);
    for origin in ["http://localhost:8081", "https://azulejo.example", "null"] {
        assert_eq!(
            asked(&server, "GET", &[host, ("Origin", origin)]).status,
            403,
            "{origin}"
        );
    }
    let from = |site, mode| [host, ("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", mode)];
    let link = |dest| {
        let [host, site, mode] = from("cross-site", "navigate");
        asked(
            &server,
            "GET",
            &[host, site, mode, ("Sec-Fetch-Dest", dest)],
        )
        .status
    };
    assert_eq!(link("document"), 200, "a link");
    for frame in ["iframe", "frame", "object", "embed", "empty"] {
        assert_eq!(link(frame), 403, "{frame}");
    }
    assert_eq!(
        asked(&server, "GET", &from("same-origin", "cors")).status,
        200
    );
    assert_eq!(
        asked(&server, "GET", &from("none", "navigate")).status,
        200,
        "the address bar"
    );
    for mode in ["no-cors", "cors", "websocket"] {
        for site in ["cross-site", "same-site"] {
            assert_eq!(
                asked(&server, "GET", &from(site, mode)).status,
                403,
                "{site} {mode}"
            );
        }
    }
    assert_eq!(
        asked(&server, "POST", &from("cross-site", "navigate")).status,
        403,
        "a form"
    );
}

#[test]
fn every_answer_forbids_what_a_page_does_not_need() {
    let server = Served::start();
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
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
        assert_eq!(
            answer.header("referrer-policy"),
            Some("no-referrer"),
            "{path}"
        );
    }
}

#[test]
fn what_is_refused_says_why_as_a_page_or_as_json() {
    let server = Served::start();
    let json = server.get("/nowhere");
    assert_eq!(
        (json.status, json.header("content-type")),
        (404, Some("application/json"))
    );
    assert_eq!(json.body, r#"{"error":"There is no such page."}"#);
    let browser = [("Host", "localhost"), ("Accept", "text/html,*/*")];
    let page = server.ask("GET", "/nowhere", &browser, "");
    assert_eq!(page.status, 404);
    assert!(
        page.body.contains("There is no such page.") && page.body.contains("<nav"),
        "{page:?}"
    );
    let posted = server.ask("POST", "/explore", &[("Host", "localhost")], "x");
    assert_eq!(
        (posted.status, posted.header("allow")),
        (405, Some("GET,HEAD"))
    );
}

#[test]
fn a_port_that_is_taken_is_told_with_what_to_do() {
    let server = Served::start();
    let port = server
        .url()
        .rsplit(':')
        .next()
        .and_then(|port| port.parse().ok());
    let port = port.expect("a port");
    let taken = Server::bind(Options {
        port,
        ..Options::default()
    });
    let error = taken.expect_err("it is taken");
    assert!(matches!(error, ServeError::Listen { .. }));
    assert!(error.to_string().contains("--port 0"), "{error}");
}
