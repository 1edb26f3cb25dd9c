//! Counts, lists and samples of optimal orders, against published numbers and a brute force. The thesis's figures of them
//! are among those of `azulejo reproduce`.

use crate::common::{GAME, brute_force, built, instance, instances, plain, random_instance};
use crate::kit::{assert_scores, count_orders, optimum};
use azulejo::count::Counter;
use azulejo::frontier::{Layers, OptimalOrders};
use azulejo::instance::{Instance, Sense};
use azulejo::outcome::Orders;
use azulejo::posets;
use azulejo::problem::Problem;
use azulejo::solve::{Settings, layers, optimal_orders};
use azulejo::wall::{Cell, CellSet};
use itertools::Itertools;
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::BTreeMap;

/// The best score and the number of orders, by the frontier.
fn best(instance: &Instance) -> (u32, u128) {
    optimum(instance, Counter::Frontier).expect("there are orders")
}

fn with_orders(problem: &Problem, settings: &Settings, use_them: impl FnOnce(&OptimalOrders<'_>)) {
    let orders = optimal_orders(problem, settings).expect("it fits");
    use_them(&orders.orders().expect("there are orders"))
}

#[test]
fn published_numbers_of_orders_are_exact_where_they_were_published_so() {
    let mut compared = 0;
    for (path, instance) in instances() {
        let published = instance.published();
        if let Some(orders) = &published.orders {
            let (score, count) = best(&instance);
            let result = (Some(score), &count.to_string());
            assert_eq!(result, (published.score, orders), "{}", path.display());
            compared += 1;
        }
    }
    assert_eq!(compared, 5); // rounds: the maximum for n = 2…5, the minimum for n = 5
}

#[test]
fn a_full_wall_earns_the_games_bonus_and_the_first_tiles_their_share() {
    let after = |turns| {
        let builder = Instance::builder(5, 5, Sense::Maximize).turns(turns);
        best(&built(builder.bonus(GAME)))
    };
    // 145 and all bonuses: 5·(2 + 7 + 10).
    assert_eq!(after(25), (240, 314_666_604_031_232));
    assert_eq!(after(0), (0, 1));
    // A column alone: 1 + 2 + 3 + 4 + 5 and 7, in the best of its orders; 5 columns, 2^4 orders each.
    assert_eq!(after(5), (22, 80));
    // The ordering formulation proves the same in seconds (`azulejo solve`).
    let scores = [22, 23, 24].map(|turns| after(turns).0);
    assert_eq!(scores, [174, 192, 211]);
}

#[test]
fn small_walls_under_every_constraint_are_counted_as_without_bounds_and_symmetry() {
    for (n, sense) in itertools::iproduct!(2..=4, [Sense::Maximize, Sense::Minimize]) {
        let (cells, middle) = (n * n, n * n / 2 + 1);
        let plain = || Instance::builder(n, n, sense);
        for builder in [
            plain(),
            plain().rounds(),
            plain().last_round(),
            plain().place_at(middle, cells),
            plain().window(1, 2..=middle),
            plain().before(cells, 1),
            plain().first([2, cells]),
            plain().last([1, cells]),
            plain().initial([1]),
            plain().turns(middle),
            plain().bonus(GAME),
            plain().turns(middle).bonus(GAME),
        ] {
            // The state graph has every covering, and counts the shortest paths.
            let instance = built(builder);
            let truth = optimum(&instance, Counter::Graph);
            assert_eq!(Some(best(&instance)), truth, "{instance:?}");
        }
    }
}

#[test]
fn coverings_are_few() {
    let coverings = |sense| {
        let problem = Problem::from(&plain(5, 5, sense));
        count_orders(&problem, Counter::Frontier).coverings
    };
    // The thesis's own algorithm visits 2^25 = 33,554,432 for either.
    assert_eq!(coverings(Sense::Minimize), 34_366);
    assert_eq!(coverings(Sense::Maximize), 3_851);
}

#[test]
fn samples_are_uniform_over_the_optimal_orders_of_3x3() {
    let problem = Problem::from(&plain(3, 3, Sense::Maximize));
    with_orders(&problem, &Settings::default(), |orders| {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let mut frequencies: BTreeMap<Vec<Cell>, u32> = BTreeMap::new();
        let (kinds, draws) = (2624, 100 * 2624);
        for _ in 0..draws {
            let order = orders.sample(|| random.next_u64());
            *frequencies
                .entry(order.expect("there are some"))
                .or_default() += 1;
        }
        assert_eq!(frequencies.len(), kinds, "each of them turns up");
        let square = |count: &u32| (f64::from(*count) - 100.0).powi(2) / 100.0;
        let chi_square: f64 = frequencies.values().map(square).sum();
        // 2623 degrees of freedom: mean 2623, standard deviation 72.4; four of them either way.
        assert!((2333.0..2913.0).contains(&chi_square), "{chi_square}");
    });
}

/// The cells of a diagonal lie in different lines, so that each earns the same points whichever comes first: all orders
/// tie. The numbers of orders on the way need 384, 512 and 768 bits at most, by their bounds.
#[test]
fn numbers_of_orders_may_need_more_than_256_bits() {
    let side = 11;
    let diagonal = |number: u64| (0..side).map(move |row| row * side + (row + number) % side + 1);
    let mut builder = Instance::builder(side, side, Sense::Minimize);
    for number in 0..side {
        builder = builder.only(diagonal(number), number * side + 1..=(number + 1) * side);
    }
    let instance = built(builder);
    let factorial: Orders = (1..=side).map(Orders::from).product();
    let expected = (0..side).map(|_| factorial).product::<Orders>();
    assert_eq!(expected.bit_len(), 278);
    let problem = Problem::from(&instance);
    // So little that there is no room for bounds by strips, which would take minutes.
    let within = |memory: u64| {
        let mut settings = Settings::default();
        settings.frontier.memory = Some(memory);
        settings
    };
    for counter in [Counter::Frontier, Counter::Backward] {
        for memory in [1 << 20, 1 << 24] {
            let count = counter.count(&problem, &within(memory));
            let count = count.expect("it fits").count;
            let count = count.expect("nobody stops it");
            let (_, orders) = count.optimum.expect("there are orders");
            assert_eq!(orders, expected, "{counter}");
            assert!(count.coverings < 30_000, "{counter}: {count:?}");
        }
    }
    with_orders(&problem, &within(1 << 24), |orders| {
        assert_eq!(orders.count(), expected);
        for index in [Orders::ZERO, expected - Orders::from(1)] {
            let order = orders.get(index).expect("there are so many");
            assert!(problem.admits(&order));
        }
        assert!(orders.get(expected).is_none());
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let order = orders.sample(|| random.next_u64()).expect("there are some");
        assert_scores(&instance, &order, orders.score());
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn counts_and_lists_agree_with_a_brute_force(instance in random_instance(8)) {
        let problem = Problem::from(&instance);
        let optimum = optimum(&instance, Counter::Frontier);
        prop_assert_eq!(optimum, brute_force(&instance));
        let orders = optimal_orders(&problem, &Settings::default()).expect("it fits");
        let Some(orders) = orders.orders() else {
            prop_assert_eq!(optimum, None);
            return Ok(());
        };
        let listed: Vec<Vec<Cell>> = orders.iter().take(500).collect();
        prop_assert!(listed.is_sorted() && listed.iter().all_unique());
        prop_assert_eq!(listed.len() as u128, optimum.map_or(0, |(_, count)| count.min(500)));
        for order in &listed {
            assert_scores(&instance, order, orders.score());
        }
        prop_assert_eq!(Some(orders.score()), optimum.map(|(score, _)| score));
        for tiles in 0..=problem.horizon() {
            let beginnings = orders.first_tiles(tiles).into_iter();
            let sum: Orders = beginnings.map(|(_, count)| count).sum();
            prop_assert_eq!(sum, orders.count(), "every order begins in one way");
        }
    }
}

#[test]
fn fewer_symmetries_lead_to_the_same_orders() {
    for (name, orders, every_layer) in [
        ("plain/5x5-max.json", "314666604031232", true),
        // The bound of a covering for the minimum is not always that of its mirror image, so that layers differ.
        ("plain/5x5-min.json", "1562034076438438272", false),
    ] {
        let problem = Problem::from(&instance(name));
        let wall = problem.wall();
        let layers = || layers(&problem, &Settings::default()).expect("it fits");
        let orders_of = |layers: &Layers<'_>| layers.orders().expect("it can be read").to_string();
        let [first, second, last] = [1, 2, 25].map(Cell::from_number);
        // Four, two and one of the eight symmetries.
        let sets = [vec![first, last], vec![first], vec![first, second]];
        let mut fewer = sets.map(|cells| layers().fixing(&CellSet::of(wall, cells)));
        let mut all = layers();
        let mut classes = [0; 4];
        for turn in 1..=25 {
            for (layers, classes) in fewer.iter_mut().chain([&mut all]).zip(&mut classes) {
                assert!(layers.advance().expect("it fits"));
                *classes += layers.classes();
            }
            if every_layer || turn == 25 {
                let counts = fewer.each_ref().map(orders_of);
                assert_eq!(counts, [(); 3].map(|()| orders_of(&all)), "{name}, {turn}");
            }
        }
        assert_eq!(orders_of(&all), orders);
        let [four_images, two_images, one_image, eight_images] = classes;
        assert!(
            eight_images < four_images && four_images < two_images && two_images < one_image,
            "{classes:?}"
        );
    }
}

/// The last merge counts squares alone. Its unit tests hold both sets of primes to the numbers of the frontier.
#[test]
fn the_last_merge_and_the_sum_over_posets_give_the_count_of_the_frontier() {
    let squares = (2..=7).map(|rows| (rows, rows));
    let others = [(1, 5), (2, 3), (2, 4), (2, 5), (3, 4), (5, 3), (4, 5)];
    for (rows, columns) in squares.chain(others) {
        let problem = Problem::from(&plain(rows, columns, Sense::Maximize));
        let frontier = count_orders(&problem, Counter::Frontier).optimum;
        if rows == columns {
            let merged = Counter::Auto.count(&problem, &Settings::default());
            let merged = merged.expect("it fits");
            assert_eq!(merged.counter, Counter::LastMerge);
            let merged = merged.count.expect("nobody stops it");
            assert_eq!(merged.optimum, frontier, "{rows}×{columns}");
        }
        if rows * columns <= 25 {
            let posets = posets::count(problem.wall()).expect("few cells");
            let orders = frontier.map(|(_, orders)| orders);
            assert_eq!(Some(posets.0), orders, "{rows}×{columns}");
        }
    }
}
