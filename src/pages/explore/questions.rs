//! Questions beside the best order: the best score by number of tiles and without each cell, and orders near the best.

use super::count::orders_of;
use super::live;
use crate::by_tiles::{Clock, best_by_tiles, best_without_each_cell, fewest_for, tells_fewest};
use crate::instance::Instance;
use crate::outcome::Nearness;
use crate::pages::address::{Address, ORDER, query};
use crate::pages::fields::invalid_value;
use crate::pages::refusal::Refusal;
use crate::pages::request::Site;
use crate::pages::run::Run;
use crate::render::by_tiles;
use crate::solve::{ListedOrders, OrdersAnswer, Settings};
use crate::wall::Cell;
use crate::web::{Serde, Value, context};
use itertools::Itertools;
use std::time::Duration;

/// Time limit of a question.
const LIMIT: Duration = Duration::from_secs(20);

/// Most orders of the list near the best.
const NEAR_LIMIT: usize = 20;

/// Answer to the question of the address.
pub(super) fn view(
    run: &Run,
    site: &Site,
    address: &Address,
    instance: &Instance,
) -> Result<String, Refusal> {
    let settings = live::settings(run).within(Some(LIMIT));
    let name = address.page_field("ask").unwrap_or_default();
    let points = address.page_field("points");
    let points = points.map(|points| points.parse().map_err(|_| invalid_value("points", points)));
    let points: Option<u32> = points.transpose()?;
    let answer = match name {
        "tiles" => tiles(instance, points, &settings)?,
        "missing" => missing(instance, &settings)?,
        "near" => near(site, address, instance, points.unwrap_or(1), &settings)?,
        _ => return Err(invalid_value("ask", name)),
    };
    Ok(site
        .templates
        .render("pages/explore/questions.html", &answer)?)
}

fn tiles(instance: &Instance, points: Option<u32>, settings: &Settings) -> Result<Value, Refusal> {
    let best = best_by_tiles(instance, Clock::Tiles, settings, |_| ());
    let best = best.map_err(Refusal::wrong)?;
    let lines = by_tiles::lines(&best);
    let highest = lines.iter().filter_map(|line| line.incumbent).max();
    let lines = lines.into_iter().map(|line| {
        context! {
            tiles => line.tiles,
            score => line.score,
            gain => line.gain,
            // The score in percent of the highest one.
            percent => 100 * line.incumbent.unwrap_or(0) / highest.unwrap_or(0).max(1),
        }
    });
    let points = points.filter(|_| tells_fewest(instance));
    Ok(context! {
        question => "tiles",
        lines => Serde(lines.collect_vec()),
        legend => by_tiles::legend(best.iter().map(|entry| &entry.verdict)),
        fewest => points.map(|points| by_tiles::fewest(fewest_for(&best, points))),
    })
}

fn missing(instance: &Instance, settings: &Settings) -> Result<Value, Refusal> {
    let missing = best_without_each_cell(instance, Clock::Tiles, settings, |_| ());
    let missing = missing.map_err(Refusal::wrong)?;
    let cells = by_tiles::cells(instance, &missing);
    let rows = cells.chunks(instance.wall().columns());
    Ok(context! {
        question => "missing",
        rows => Serde(rows.collect_vec()),
        legend => by_tiles::legend(missing.iter().map(|entry| &entry.verdict)),
    })
}

fn near(
    site: &Site,
    address: &Address,
    instance: &Instance,
    within: u32,
    settings: &Settings,
) -> Result<Value, Refusal> {
    let nearness = Nearness {
        within,
        count: NEAR_LIMIT,
    };
    let answer = OrdersAnswer::near(instance, nearness, settings, |_| ());
    let timeout = "There was no time to list these orders.";
    let optimum = orders_of(answer, timeout)?;
    let ListedOrders::Near { orders, stopped } = optimum.listed else {
        return Err(Refusal::busy(timeout));
    };
    let count = orders.len();
    let orders = orders.into_iter().map(|near| {
        let number = |cell: &Option<Cell>| cell.map_or(0, Cell::number).to_string();
        let numbers = near.order.iter().map(number).collect_vec();
        let mut fields = address.fields();
        fields.push((ORDER.into(), numbers.join(".")));
        context! {
            score => near.score,
            order => numbers.join(" "),
            // The address with the order on the reference wall.
            query => address.with_reference(Some(&query(&fields))),
        }
    });
    Ok(context! {
        question => "near",
        root => &site.root,
        best => optimum.score,
        orders => Serde(orders.collect_vec()),
        may_have_more => stopped || count == NEAR_LIMIT,
    })
}
