//! Return of the memory of runs to the system.

/// Gives free memory back to the system. The allocator of glibc keeps free memory: each thread frees into an arena of its
/// own, and a free block between two used ones stays with the process.
pub(super) fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        // There is no unsafe call: the C library defines the function for every number, and from any thread.
        #[allow(unsafe_code)]
        unsafe extern "C" {
            safe fn malloc_trim(pad: usize) -> std::ffi::c_int;
        }
        malloc_trim(0);
    }
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    use super::*;

    /// Resident memory of the process, in MiB.
    fn resident() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").expect("Linux has it");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
        kib.map_or(0, |kib: u64| kib / 1024)
    }

    #[test]
    fn free_memory_between_used_blocks_is_given_back() {
        let mut blocks: Vec<_> = (0..200 << 10).map(|_| Some(vec![1_u8; 1 << 10])).collect();
        // Before the blocks are freed: another test may give back at any moment.
        let before = resident();
        for (index, block) in blocks.iter_mut().enumerate() {
            if index % 64 != 0 {
                *block = None;
            }
        }
        give_back();
        let after = resident();
        assert!(after + 100 < before, "{before} {after}");
        assert_eq!(blocks.iter().flatten().count(), 3_200);
    }
}
