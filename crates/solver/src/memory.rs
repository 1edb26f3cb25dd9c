//! The memory that a run may take.

/// With less, layers would go to the disk a few classes at a time.
const LEAST: u64 = 1 << 20;

/// Where the system does not tell how much is free.
const UNKNOWN: u64 = 8 << 30;

/// Address space that the allocator sets aside for each thread, in bytes.
#[cfg(feature = "system")]
const ARENA: u64 = 64 << 20;

/// The bytes that are allowed a search over coverings; half of what is free by default.
pub fn limit(allowed: Option<u64>) -> u64 {
    allowed.unwrap_or_else(|| free() / 2).max(LEAST)
}

/// The least of the free memory of the machine, of a container, and of the limits of the process, in bytes.
#[cfg(feature = "system")]
fn free() -> u64 {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    let machine = Some(system.available_memory()).filter(|&bytes| bytes > 0);
    let container = system.cgroup_limits().map(|limits| limits.free_memory);
    let arenas = ARENA * rayon::current_num_threads() as u64;
    let process = of_process().map(|left| left.saturating_sub(arenas));
    let free = [machine, container, process];
    free.into_iter().flatten().min().unwrap_or(UNKNOWN)
}

/// A page of a browser does not know.
#[cfg(not(feature = "system"))]
fn free() -> u64 {
    UNKNOWN
}

/// The rest of the limits of the process on its address space and its data (`ulimit -v` and `ulimit -d`), in bytes.
#[cfg(all(unix, feature = "system"))]
pub(crate) fn of_process() -> Option<u64> {
    use rustix::process::{Resource, getrlimit};
    use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System, get_current_pid};
    let limits = [Resource::As, Resource::Data].map(|resource| getrlimit(resource).current);
    let limit = limits.into_iter().flatten().min()?;
    let own = get_current_pid().ok()?;
    let mut system = System::new();
    let (this, memory) = (
        ProcessesToUpdate::Some(&[own]),
        ProcessRefreshKind::nothing().with_memory(),
    );
    system.refresh_processes_specifics(this, true, memory);
    let taken = system
        .process(own)
        .map_or(0, sysinfo::Process::virtual_memory);
    Some(limit.saturating_sub(taken))
}

/// There are no such limits.
#[cfg(all(not(unix), feature = "system"))]
pub(crate) fn of_process() -> Option<u64> {
    None
}
