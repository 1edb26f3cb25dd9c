//! Commands that are a line for the shell: long tests, Python scripts, tools of other projects.

/// A command: its name, its description and its line.
pub(crate) struct Script {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    /// A line for [`crate::process::run`].
    pub(crate) line: &'static str,
}

impl Script {
    /// Whether the line takes options.
    pub(crate) fn takes_options(&self) -> bool {
        self.line.contains("\"$@\"")
    }
}

const fn script(name: &'static str, about: &'static str, line: &'static str) -> Script {
    Script { name, about, line }
}

pub(crate) const SCRIPTS: &[Script] = &[
    script(
        "peers",
        "docs/peers.md: azulejo beside HiGHS, SCIP, CP-SAT, DIDP and plain DP; 25 minutes",
        r#"make build deps-peers; "$T/peers/venv/bin/python" tools/peers/run.py --target "$T" "$@""#,
    ),
    script(
        "dantzig-wolfe",
        "docs/methods.md: bounds of `rounds` minima by permutations of rows and columns; minutes",
        r#"make build deps-peers; "$T/peers/venv/bin/python" tools/dantzig_wolfe/bound.py --program "$T/release/azulejo" "$@""#,
    ),
    script(
        "cluster",
        "docs/cluster.md: a count by several processes, its `cost` or processes that are killed, `kills`; minutes",
        r#"cargo build --release --locked --features cluster; python3 -B tools/scripts/cluster.py "$T/release/azulejo" "$@""#,
    ),
    script(
        "game-speed",
        "docs/python-game.md: random games a second of each way into the game from Python",
        r#"sh tools/scripts/wheel.sh "$T/wheel" ../../tools/scripts/game_in_python.py"#,
    ),
    script(
        "agreement",
        "Every method and every count beside a brute force on 1,000 random instances; six minutes",
        "cargo test --release --locked --test solver -- --ignored --nocapture brute_force",
    ),
    script(
        "rows",
        "Rows and fields: every method on 2,000 random instances of each, both readers on 100,000 rows, three other solvers on 100 programs; minutes",
        "cargo test --release --locked --test solver --test models -- --ignored --nocapture rows:: fields::",
    ),
    script(
        "stops",
        "200 random instances with constraints, stopped at random; ten minutes",
        "cargo test --release --locked --test limits -- --ignored --nocapture at_random",
    ),
    script(
        "hostile",
        "Certificates changed at random 10,000 times, for both checkers and the solver; minutes",
        "cargo test --release --locked --test models -- --ignored --nocapture 10_000",
    ),
    script(
        "site-speed",
        "docs/site.md: a tab beside the program, on one thread, and the first answer over a slow network; two minutes",
        "make site deps-browser; RAYON_NUM_THREADS=1 cargo test --release --locked --test browser -- --ignored --nocapture speed::",
    ),
    script(
        "game-agreement",
        "The game in Rust beside a referee in Python on 10,000 games, and the memory of a million",
        r#"AZULEJO_GAMES=10000 AZULEJO_BATCHED_GAMES=1000000 \
           sh tools/scripts/wheel.sh "$T/wheel" -m pytest -p no:cacheprovider -s tests/test_game_rules.py"#,
    ),
    script(
        "mutants",
        "docs/mutants.md: faults made on purpose that no test notices; days for all, so choose a --file",
        r#"sh scripts/cargo-tool.sh "$T/tools" mutants --output "$T" "$@""#,
    ),
    script(
        "profiles",
        "docs/build.md: settings of the compiler; half an hour",
        r#"python3 -B tools/scripts/profiles.py "$T/profiles""#,
    ),
    script(
        "machete",
        "Dependencies that nothing uses",
        r#"sh scripts/cargo-tool.sh "$T/tools" machete"#,
    ),
    script(
        "deny",
        "Licences and sources of the dependencies",
        r#"sh scripts/cargo-tool.sh "$T/tools" deny --log-level error check bans licenses sources"#,
    ),
    script(
        "licences",
        "The licences of all crates that are compiled in, for the wheel and the programs of a release",
        "python3 -B scripts/licences.py bindings/python/licenses/crates.txt",
    ),
    script(
        "notebooks",
        "The notebooks of the Python package, run, with what they show stored in them",
        r#"AZULEJO_NOTEBOOKS=1 sh tools/scripts/wheel.sh "$T/wheel" -m pytest -p no:cacheprovider tests/test_notebooks.py"#,
    ),
    script(
        "release-check",
        "What a release would publish: versions, workflows, the wheel and the crates",
        r#"make test-wheel; sh scripts/deps-venv.sh "$T/release-tools" scripts/release-tools.txt
           sh scripts/release-check.sh "$(echo "$T"/wheel/dist/*.whl)" "$T/release-tools" "$T""#,
    ),
];
