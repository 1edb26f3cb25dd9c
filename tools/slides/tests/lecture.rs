//! The lecture of the repository: its times, its notes, and whether each slide fits.

use azulejo_slides::{Browser, Deck};
use std::path::Path;

fn lecture() -> Deck {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lecture/slides.md");
    Deck::read(&file).expect("slides")
}

/// The values of an attribute in HTML.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let begin = format!("{attribute}=\"");
    let after = page.split(&begin).skip(1);
    after.filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn the_lecture_takes_two_hours_and_the_short_one_ninety_minutes() {
    let slides = lecture().slides;
    let minutes = |short: bool| -> u32 {
        let slides = slides.iter().filter(|slide| !(short && slide.optional));
        slides.map(|slide| slide.minutes).sum()
    };
    assert_eq!((minutes(false), minutes(true)), (120, 90));
    let plan = include_str!("../../../docs/lecture/README.md");
    let (_, plan) = plan.split_once("## The plan").expect("a plan");
    let rows = plan.lines().filter_map(|line| line.strip_prefix("| "));
    let cells = rows.map(|row| row.split(" | ").collect::<Vec<_>>());
    let mut at = (0, 0);
    let mut planned = cells.filter_map(|cells| Some((cells[0].parse::<usize>().ok()?, cells)));
    for (number, slide) in (1..).zip(&slides) {
        let (row, cells) = planned.next().expect("a row for each slide");
        let short = if slide.optional {
            "–".to_owned()
        } else {
            at.1.to_string()
        };
        let expected = [
            number.to_string(),
            slide.title.clone(),
            at.0.to_string(),
            short,
        ];
        assert_eq!(
            (row, &cells[..4]),
            (number, &expected.each_ref().map(String::as_str)[..])
        );
        at.0 += slide.minutes;
        at.1 += if slide.optional { 0 } else { slide.minutes };
    }
}

#[test]
fn each_slide_has_speaker_notes() {
    for slide in lecture().slides {
        assert!(
            slide.notes.split_whitespace().count() >= 10,
            "{}",
            slide.title
        );
    }
}

#[test]
fn the_pages_need_no_other_file() {
    let deck = lecture();
    let (page, handout) = (deck.page(), deck.handout());
    let picture_count = include_str!("../../../docs/lecture/slides.md")
        .matches("![")
        .count();
    for page in [&page, &handout] {
        let pictures = values(page, "src");
        assert_eq!(pictures.len(), picture_count);
        assert!(
            pictures
                .iter()
                .all(|address| address.starts_with("data:image/svg+xml,"))
        );
        assert_eq!(values(page, "href"), [] as [&str; 0]);
        assert!(!page.contains("url(") && !page.contains("@import"));
    }
    assert!(page.contains("<math") && page.contains("<script>") && !handout.contains("<script"));
}

#[test]
fn every_slide_fits_and_a_large_slide_is_reported() {
    let Some(browser) = Browser::find() else {
        eprintln!("skipped: no Chromium, which `make deps-browser` installs");
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let page = folder.path().join("index.html");
    let mut deck = lecture();
    std::fs::write(&page, deck.page()).expect("written");
    assert_eq!(browser.too_large(&page).expect("measured"), [] as [&str; 0]);
    deck.slides[2].html += &"<p>One more line.</p>".repeat(12);
    std::fs::write(&page, deck.page()).expect("written");
    assert_eq!(browser.too_large(&page).expect("measured"), ["3: The rule"]);
}

#[test]
fn faults_of_slides_are_reported() {
    let refusal = |text: &str| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("slides.md");
        std::fs::write(&file, text).expect("written");
        Deck::read(&file).expect_err("refused").to_string()
    };
    let slide = |body: &str| refusal(&format!("---\ntitle: T\n---\n\n# One\n\n{body}\n"));
    assert!(refusal("# One\n").contains("settings"));
    assert!(slide("no notes").contains(r#""One" has no comment"#));
    assert!(slide("<!--\nsoon\n-->").contains("minutes"));
    assert!(slide("![x](no.svg)\n\n<!--\n1 minute\n-->").contains("no.svg"));
    assert!(slide("$\\nonsense$\n\n<!--\n1 minute\n-->").contains("nonsense"));
}
