use super::*;
use crate::heuristics::HeuristicOptions;
use crate::instance::{Instance, Sense};
use std::net::TcpListener;
use std::time::Duration;

/// The minimum of 5×5 by processes that are threads of this one.
fn count_by(processes: usize, under_way: u64) -> Vec<Count> {
    let listeners: Vec<TcpListener> = (0..processes)
        .map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port"))
        .collect();
    let address = |listener: &TcpListener| listener.local_addr().expect("bound").to_string();
    let hosts: Vec<String> = listeners.iter().map(address).collect();
    let hosts = Hosts::parse(&hosts.join("\n")).expect("valid");
    drop(listeners);
    let instance = Instance::builder(5, 5, Sense::Minimize).build();
    let problem = Problem::from(&instance.expect("valid"));
    let options = FrontierOptions {
        memory: Some(64 << 20),
        ..FrontierOptions::default()
    };
    // A count that waits for ever ends without a result.
    let control = Control::default().within(Some(Duration::from_secs(60)));
    let run = |process: usize| {
        let (secret, timeout) = ([7; 16], Duration::from_secs(30));
        let cluster = Cluster::new(hosts.clone(), process, &secret, timeout);
        let cluster = cluster.expect("valid").under_way(under_way);
        let start = || {
            let start = WarmStart::new(&problem, None, HeuristicOptions::default(), &control);
            start.ok_or_else(|| FrontierError::unfit(&problem))
        };
        // Each count has a thread of its own, as a process has.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let count = || count(&problem, start, &options, &cluster, &control);
        let result = pool.expect("a thread").install(count);
        result.expect("it is counted").expect("in time")
    };
    std::thread::scope(|scope| {
        let run = &run;
        let threads: Vec<_> = (0..processes)
            .map(|process| scope.spawn(move || run(process)))
            .collect();
        let counts = threads.into_iter().map(|thread| thread.join());
        counts.collect::<Result<_, _>>().expect("no panic")
    })
}

/// The number of orders is that of `docs/results.md`.
#[test]
fn processes_with_room_for_a_single_batch_never_block() {
    let expected = count_by(1, 1);
    let (score, orders) = expected[0].optimum.expect("there are orders");
    assert_eq!(
        (score, orders.to_string().as_str()),
        (89, "1562034076438438272")
    );
    for result in count_by(3, 1) {
        assert_eq!(result.optimum, expected[0].optimum);
        assert_eq!(result.coverings, expected[0].coverings);
    }
}
