//! Trees of the branch and bound for teaching: every node is accounted for, and every proof is true.

use crate::common::{brute_force, built, plain};
use azulejo::control::Control;
use azulejo::formulation::{Families, Kind};
use azulejo::instance::{Instance, Sense};
use azulejo::milp::{Relaxation, relax};
use azulejo::outcome::as_score;
use azulejo::problem::Problem;
use azulejo::tree::{NodeEnd, Tree, branch_and_bound};

fn solved_tree(instance: &Instance, kind: Kind, node_limit: usize) -> Tree {
    let problem = Problem::from(instance);
    let formulation = kind.formulate(&problem, &Families::new()).expect("small");
    let tree = branch_and_bound(&*formulation, &problem, node_limit, &Control::default());
    let tree = tree.expect("HiGHS runs");
    let root = relax(formulation.program(), &Control::default()).expect("HiGHS runs");
    if let Relaxation::Solved { bound, .. } = root {
        let root_bound = tree.nodes[0].bound.expect("it has a solution");
        assert!(
            (root_bound - bound).abs() < 1e-6,
            "the root is the relaxation"
        );
    }
    tree
}

#[test]
fn a_tree_proves_the_optimum_and_closes_every_node_for_a_reason() {
    let last = Instance::builder(2, 3, Sense::Maximize).place_at(2, 6);
    let last = built(last.before(1, 3));
    let cases = [
        (plain(2, 2, Sense::Maximize), Kind::CaseStudy),
        (plain(2, 2, Sense::Minimize), Kind::Disaggregated),
        (plain(2, 3, Sense::Minimize), Kind::Ordering),
        (last, Kind::Ordering),
    ];
    for (instance, kind) in cases {
        let tree = solved_tree(&instance, kind, 5000);
        assert!(tree.complete, "{kind}");
        let sense = instance.sense();
        let best = tree.best.as_ref().map(|best| best.score);
        assert_eq!(best, brute_force(&instance).map(|(best, _)| best), "{kind}");
        let best = best.expect("some order");
        for (index, node) in tree.nodes.iter().enumerate() {
            let children = tree.nodes.iter().filter(|child| {
                let parent = child.parent.as_ref();
                parent.is_some_and(|(parent, ..)| *parent == index)
            });
            let children: Vec<_> = children.collect();
            let is_split = matches!(node.end, NodeEnd::Split { .. });
            assert_eq!(children.len(), if is_split { 2 } else { 0 });
            for child in children {
                // Fewer solutions are left, so the bound is no better.
                if let (Some(bound), Some(child_bound)) = (node.bound, child.bound) {
                    let is_valid = sense.gain(bound - child_bound) > -1e-6;
                    assert!(is_valid, "{bound} {child_bound}");
                }
            }
            match (&node.end, node.bound) {
                (NodeEnd::Bounded, Some(bound)) => {
                    assert!(!sense.better(as_score(bound, sense), best), "{bound}");
                }
                (NodeEnd::Order { score }, Some(bound)) => {
                    assert!((f64::from(*score) - bound).abs() < 1e-4);
                    assert!(!sense.better(*score, best));
                }
                (NodeEnd::Infeasible, bound) => assert_eq!(bound, None),
                (NodeEnd::Split { .. }, Some(_)) => {}
                (end, bound) => panic!("{end:?} with {bound:?}"),
            }
        }
    }
}

#[test]
fn a_tree_without_an_order_says_so_and_a_short_one_is_not_complete() {
    let nothing = Instance::builder(2, 2, Sense::Maximize).before(1, 4);
    let tree = solved_tree(&built(nothing.before(4, 1)), Kind::Ordering, 100);
    assert!(tree.complete && tree.best.is_none());
    let short = solved_tree(&plain(2, 2, Sense::Maximize), Kind::CaseStudy, 5);
    assert!(!short.complete && short.nodes.len() <= 5);
    assert!(short.nodes.iter().any(|node| node.end == NodeEnd::Open));
}
