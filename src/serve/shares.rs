//! Who runs next, so that every client gets a fair share.
//!
//! - A slot that is free goes to the client that runs least at the time, and among those to the one that has had the least
//!   time. So clients take turns, and each gets the same time, however many places it has in the queue.
//! - A run that is known to be small has a slot of its own beside the others, so that it never waits for a long one.
//! - Who holds most gives way: where the queue is full, the last place of the client with the most places is lost to a
//!   client that has at least two fewer; where all slots are taken, a client that runs at least two more than one that
//!   waits loses its longest run. Where nobody else asks, a client can have everything.
//!
//! A client that comes late has no claim to the time before: it begins where the others are.

use super::client::Client;
use crate::pages::Cost;
use itertools::Itertools;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// The number of a place; who comes later has a higher one.
pub(super) type Ticket = u64;

/// Those who wait and those who run.
#[derive(Debug)]
pub(super) struct Shares {
    /// The last ticket that was given.
    last: Ticket,
    /// Places in the queue at most.
    places: usize,
    /// Free slots for any run.
    free: usize,
    /// Whether the slot for a small run is free.
    small_is_free: bool,
    waiting: BTreeMap<Ticket, Waiting>,
    running: BTreeMap<Ticket, Running>,
    /// The time that clients have had in runs that have ended.
    had: HashMap<Client, Duration>,
}

#[derive(Debug)]
struct Waiting {
    client: Client,
    cost: Cost,
    stop: Arc<AtomicBool>,
    /// Told when it is its turn; dropped where it loses its place.
    turn: oneshot::Sender<()>,
}

#[derive(Debug)]
struct Running {
    client: Client,
    /// The kind of slot that it takes.
    slot: Cost,
    since: Instant,
    stop: Arc<AtomicBool>,
    gives_way: bool,
}

/// The client that gives way to another: the one that holds most, if that is at least two more.
pub(super) fn gives_way(held: impl Iterator<Item = Client>, to: Client) -> Option<Client> {
    let counts = held.counts();
    let own = counts.get(&to).copied().unwrap_or(0);
    let most = counts
        .into_iter()
        .max_by_key(|&(client, count)| (count, client));
    most.filter(|&(_, count)| count > own + 1)
        .map(|(client, _)| client)
}

impl Shares {
    /// So many slots beside the one for small runs, and so many places before them.
    pub(super) fn new(slots: usize, places: usize) -> Self {
        Self {
            last: 0,
            places,
            free: slots,
            small_is_free: true,
            waiting: BTreeMap::new(),
            running: BTreeMap::new(),
            had: HashMap::new(),
        }
    }

    /// A place for a run. It is told its turn, or loses its place to somebody else. None where the queue is full, and
    /// nobody gives way.
    pub(super) fn enter(
        &mut self,
        client: Client,
        cost: Cost,
        stop: Arc<AtomicBool>,
        now: Instant,
    ) -> Option<(Ticket, oneshot::Receiver<()>)> {
        let (turn, told) = oneshot::channel();
        self.welcome(client, now);
        let ticket = self.ticket();
        let place = Waiting {
            client,
            cost,
            stop,
            turn,
        };
        self.waiting.insert(ticket, place);
        self.hand_out(now);
        if self.waiting.len() > self.places && self.waiting.contains_key(&ticket) {
            let others = self.waiting.iter().filter(|(other, _)| **other != ticket);
            let loser = gives_way(others.map(|(_, place)| place.client), client);
            let mut last = self.waiting.iter().rev();
            let last = last.find(|(_, place)| Some(place.client) == loser);
            let lost = last.map_or(ticket, |(&last, _)| last);
            self.leave(lost, now);
            if lost == ticket {
                return None;
            }
        }
        Some((ticket, told))
    }

    /// A slot for a small run that nobody needs: none where all are taken.
    pub(super) fn enter_at_once(
        &mut self,
        client: Client,
        stop: Arc<AtomicBool>,
        now: Instant,
    ) -> Option<Ticket> {
        // Where there is room, nobody waits for it.
        if !self.has_room(Cost::Small) {
            return None;
        }
        self.welcome(client, now);
        let ticket = self.ticket();
        self.start(ticket, client, Cost::Small, stop, now);
        Some(ticket)
    }

    /// Leaves the queue, or ends a run. Whoever is next has the slot.
    pub(super) fn leave(&mut self, ticket: Ticket, now: Instant) {
        self.waiting.remove(&ticket);
        if let Some(ended) = self.running.remove(&ticket) {
            match ended.slot {
                Cost::Small => self.small_is_free = true,
                Cost::Any => self.free += 1,
            }
            *self.had.entry(ended.client).or_default() +=
                now.saturating_duration_since(ended.since);
        }
        self.hand_out(now);
        self.forget(now);
    }

    /// Everybody who waits loses his place.
    pub(super) fn close(&mut self) {
        self.waiting.clear();
    }

    /// The last ticket, where nobody waits or runs.
    pub(super) fn at_rest(&self) -> Option<Ticket> {
        (self.waiting.is_empty() && self.running.is_empty()).then_some(self.last)
    }

    /// Whether the run has been stopped because others waited.
    pub(super) fn gave_way(&self, ticket: Ticket) -> bool {
        self.running.get(&ticket).is_some_and(|run| run.gives_way)
    }

    /// How many come before this place as clients take turns, if all runs take the same time; and how many wait in all.
    pub(super) fn ahead(&self, ticket: Ticket) -> [usize; 2] {
        let mut of_client = self.running.values().map(|run| run.client).counts();
        let rounds = self.waiting.iter().map(|(&ticket, place)| {
            let places = of_client.entry(place.client).or_default();
            *places += 1;
            (*places, ticket)
        });
        let rounds = rounds.collect_vec();
        let own = rounds.iter().find(|(_, other)| *other == ticket);
        let ahead = own.map_or(0, |own| rounds.iter().filter(|other| *other < own).count());
        [ahead, rounds.len()]
    }

    fn ticket(&mut self) -> Ticket {
        self.last += 1;
        self.last
    }

    fn has_room(&self, cost: Cost) -> bool {
        self.free > 0 || cost == Cost::Small && self.small_is_free
    }

    /// Gives every free slot to whoever is next, and takes slots from who holds too many.
    fn hand_out(&mut self, now: Instant) {
        while let Some(ticket) = self.next(now, |shares, place| shares.has_room(place.cost)) {
            let Some(place) = self.waiting.remove(&ticket) else {
                return;
            };
            self.start(ticket, place.client, place.cost, place.stop, now);
            // Who has gone in the meantime leaves by itself.
            let _ = place.turn.send(());
        }
        self.make_room(now);
    }

    /// Takes a free slot. There is one.
    fn start(
        &mut self,
        ticket: Ticket,
        client: Client,
        cost: Cost,
        stop: Arc<AtomicBool>,
        now: Instant,
    ) {
        let slot = match self.small_is_free {
            true => cost,
            false => Cost::Any,
        };
        match slot {
            Cost::Small => self.small_is_free = false,
            Cost::Any => self.free -= 1,
        }
        let run = Running {
            client,
            slot,
            since: now,
            stop,
            gives_way: false,
        };
        self.running.insert(ticket, run);
    }

    /// Stops a run of a client that holds too many slots while another client waits for one.
    fn make_room(&mut self, now: Instant) {
        if self.running.values().any(|run| run.gives_way) {
            return;
        }
        let next = self.next(now, |_, place| place.cost == Cost::Any);
        let Some(next) = next.and_then(|ticket| self.waiting.get(&ticket)) else {
            return;
        };
        let slots = self.running.values_mut();
        let slots = slots.filter(|run| run.slot == Cost::Any).collect_vec();
        let loser = gives_way(slots.iter().map(|run| run.client), next.client);
        let of_loser = slots.into_iter().filter(|run| Some(run.client) == loser);
        if let Some(run) = of_loser.min_by_key(|run| run.since) {
            run.gives_way = true;
            run.stop.store(true, Ordering::Relaxed);
        }
    }

    /// The place whose turn is next, among those for which the test holds.
    fn next(&self, now: Instant, test: impl Fn(&Self, &Waiting) -> bool) -> Option<Ticket> {
        let places = self.waiting.iter().filter(|(_, place)| test(self, place));
        let running = self.running.values().map(|run| run.client).counts();
        let next = places.min_by_key(|(ticket, place)| {
            let runs = running.get(&place.client).copied().unwrap_or(0);
            (runs, self.has_had(place.client, now), **ticket)
        });
        next.map(|(&ticket, _)| ticket)
    }

    /// The time that a client has had, with that of its runs so far.
    fn has_had(&self, client: Client, now: Instant) -> Duration {
        let own = self.running.values().filter(|run| run.client == client);
        let running: Duration = own
            .map(|run| now.saturating_duration_since(run.since))
            .sum();
        self.had.get(&client).copied().unwrap_or_default() + running
    }

    /// Who waits or runs.
    fn active(&self) -> HashSet<Client> {
        let waiting = self.waiting.values().map(|place| place.client);
        let running = self.running.values().map(|run| run.client);
        waiting.chain(running).collect()
    }

    /// The least time that one of these clients has had.
    fn least(&self, active: &HashSet<Client>, now: Instant) -> Duration {
        let times = active.iter().map(|&client| self.has_had(client, now));
        times.min().unwrap_or_default()
    }

    /// A client that was not there begins where the others are.
    fn welcome(&mut self, client: Client, now: Instant) {
        let active = self.active();
        if !active.contains(&client) {
            let least = self.least(&active, now);
            let had = self.had.entry(client).or_default();
            *had = least.max(*had);
        }
    }

    /// Forgets who has gone and has had no more than the others.
    fn forget(&mut self, now: Instant) {
        let active = self.active();
        let least = self.least(&active, now);
        let is_owing = |had: Duration| had > least && !active.is_empty();
        self.had
            .retain(|client, had| active.contains(client) || is_owing(*had));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    const SECOND: Duration = Duration::from_secs(1);

    /// A queue whose clock is moved by hand.
    struct Queue {
        shares: Shares,
        now: Instant,
        turns: Vec<(Ticket, Option<oneshot::Receiver<()>>, Arc<AtomicBool>)>,
    }

    fn client(number: u8) -> Client {
        Client::of(Ipv4Addr::new(192, 0, 2, number).into())
    }

    impl Queue {
        fn new(slots: usize, places: usize) -> Self {
            Self {
                shares: Shares::new(slots, places),
                now: Instant::now(),
                turns: Vec::new(),
            }
        }

        fn enter(&mut self, number: u8, cost: Cost) -> Option<Ticket> {
            let stop = Arc::<AtomicBool>::default();
            let entered = self
                .shares
                .enter(client(number), cost, Arc::clone(&stop), self.now);
            let (ticket, turn) = entered?;
            self.turns.push((ticket, Some(turn), stop));
            Some(ticket)
        }

        /// Whether it runs; none where the place is lost.
        fn runs(&mut self, ticket: Ticket) -> Option<bool> {
            if self.shares.running.contains_key(&ticket) {
                return Some(true);
            }
            self.shares.waiting.contains_key(&ticket).then_some(false)
        }

        fn is_stopped(&self, ticket: Ticket) -> bool {
            let found = self.turns.iter().find(|(other, ..)| *other == ticket);
            found.is_some_and(|(.., stop)| stop.load(Ordering::Relaxed))
        }

        fn leave_after(&mut self, ticket: Ticket, seconds: u32) {
            self.now += SECOND * seconds;
            self.shares.leave(ticket, self.now);
        }

        /// Ends the runs one after the other, each after a second, and says whose turn it was.
        fn turns(&mut self, of: &[(Ticket, u8)]) -> Vec<u8> {
            let mut turns = Vec::new();
            loop {
                let running = of
                    .iter()
                    .find(|(ticket, _)| self.shares.running.contains_key(ticket));
                let Some(&(ticket, number)) = running else {
                    return turns;
                };
                turns.push(number);
                self.leave_after(ticket, 1);
            }
        }
    }

    #[test]
    fn clients_take_turns_however_many_places_they_have() {
        let mut queue = Queue::new(1, 100);
        let mut places = Vec::new();
        for number in [1, 1, 1, 1, 2, 2, 3] {
            places.push((queue.enter(number, Cost::Any).expect("a place"), number));
        }
        assert_eq!(queue.turns(&places), [1, 2, 3, 1, 2, 1, 1]);
    }

    #[test]
    fn who_has_had_more_time_waits_longer() {
        let mut queue = Queue::new(1, 100);
        let [long, own, first, second, third] =
            [1, 1, 2, 2, 2].map(|number| queue.enter(number, Cost::Any).expect("a place"));
        queue.leave_after(long, 10);
        assert_eq!(queue.runs(own), Some(false), "it has had ten seconds");
        queue.leave_after(first, 4);
        queue.leave_after(second, 4);
        assert_eq!(queue.runs(third), Some(true), "8 seconds against 10");
        queue.leave_after(third, 4);
        assert_eq!(queue.runs(own), Some(true));
    }

    #[test]
    fn who_comes_again_at_once_has_no_advantage() {
        let mut queue = Queue::new(1, 100);
        let greedy = queue.enter(1, Cost::Any).expect("a place");
        let [first, second] = [2, 2].map(|number| queue.enter(number, Cost::Any).expect("one"));
        queue.leave_after(greedy, 60);
        let again = queue.enter(1, Cost::Any).expect("a place");
        queue.leave_after(first, 1);
        assert_eq!(
            (queue.runs(again), queue.runs(second)),
            (Some(false), Some(true))
        );
        queue.leave_after(second, 1);
        assert_eq!(queue.runs(again), Some(true));
        queue.leave_after(again, 1);
        assert!(queue.shares.had.is_empty(), "nobody is there");
    }

    #[test]
    fn who_comes_late_begins_where_the_others_are() {
        let mut queue = Queue::new(1, 100);
        let [first, own] = [1, 1].map(|number| queue.enter(number, Cost::Any).expect("one"));
        queue.leave_after(first, 30);
        let [late, later] = [2, 2].map(|number| queue.enter(number, Cost::Any).expect("one"));
        queue.leave_after(own, 1);
        // The first client has had 31 seconds, the other one as many as the first when it came.
        assert_eq!(queue.runs(late), Some(true));
        queue.now += SECOND * 2;
        let back = queue.enter(1, Cost::Any).expect("a place");
        queue.leave_after(late, 1);
        assert_eq!(
            (queue.runs(back), queue.runs(later)),
            (Some(true), Some(false))
        );
    }

    #[test]
    fn small_runs_have_a_slot_of_their_own() {
        let mut queue = Queue::new(2, 100);
        let long = [1, 2, 3, 4].map(|number| queue.enter(number, Cost::Any).expect("a place"));
        let small = [1, 5].map(|number| queue.enter(number, Cost::Small).expect("a place"));
        assert_eq!(
            long.map(|it| queue.runs(it) == Some(true)),
            [true, true, false, false]
        );
        assert_eq!(
            small.map(|it| queue.runs(it)),
            [Some(true), Some(false)],
            "one"
        );
        queue.leave_after(small[0], 1);
        assert_eq!(queue.runs(small[1]), Some(true));
        assert_eq!(queue.runs(long[2]), Some(false), "not for long ones");
        assert!(!long.iter().any(|&it| queue.is_stopped(it)));
    }

    #[test]
    fn who_holds_most_slots_gives_way_to_who_waits() {
        let mut queue = Queue::new(3, 100);
        let own = [1, 1, 1, 1].map(|number| queue.enter(number, Cost::Any).expect("a place"));
        assert!(!own.iter().any(|&it| queue.is_stopped(it)), "nobody else");
        queue.now += SECOND;
        let small = queue.enter(2, Cost::Small).expect("a place");
        assert_eq!(queue.runs(small), Some(true));
        let other = queue.enter(2, Cost::Any).expect("a place");
        assert_eq!(
            own.map(|it| queue.is_stopped(it)),
            [true, false, false, false]
        );
        assert!(queue.shares.gave_way(own[0]) && !queue.shares.gave_way(own[1]));
        queue.leave_after(own[0], 0);
        assert_eq!(queue.runs(other), Some(true));
        // Two against one is as near as it gets.
        queue.enter(2, Cost::Any).expect("a place");
        assert!(!queue.is_stopped(own[1]) && !queue.is_stopped(own[2]));
        queue.enter(3, Cost::Any).expect("a place");
        assert!(queue.is_stopped(own[1]));
    }

    #[test]
    fn who_holds_most_places_loses_the_last_one_to_who_has_fewer() {
        let mut queue = Queue::new(1, 4);
        let own = [1, 1, 1, 1, 1].map(|number| queue.enter(number, Cost::Any).expect("a place"));
        assert_eq!(queue.enter(1, Cost::Any), None, "the queue is full");
        let other = queue.enter(2, Cost::Any).expect("a place");
        assert_eq!(queue.runs(own[4]), None, "the last one");
        assert!(
            queue.turns[4].1.take().is_some_and(|mut turn| {
                turn.try_recv() == Err(oneshot::error::TryRecvError::Closed)
            }),
            "it is told"
        );
        assert_eq!(queue.shares.ahead(other), [0, 4], "the first client runs");
        assert_eq!(queue.shares.ahead(own[2]), [2, 4], "one each, and again");
        queue.enter(2, Cost::Any).expect("a place");
        assert_eq!(queue.enter(2, Cost::Any), None, "two each");
        queue.enter(3, Cost::Any).expect("a place");
        assert_eq!(queue.enter(3, Cost::Any), None, "two, one and one");
        assert_eq!(queue.shares.waiting.len(), 4);
    }
}
