// The bound and the best order over time, while a wall is solved.

// `isMin` says whether the score is to be small.
const plotOf = (figure, isMin) => {
  let moments = [];
  let now = 0;

  // No score lies between two whole numbers.
  const rounded = (bound) => (isMin() ? Math.ceil(bound - 1e-6) : Math.floor(bound + 1e-6));

  const draw = () => {
    // A search that is over before the first tick has no plot: nothing comes and goes at once.
    figure.hidden = moments.length < 2 || now === 0;
    if (figure.hidden) return;
    const values = moments.flatMap(({ score, bound }) => [score, bound]).filter((value) => value !== undefined);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const end = Math.max(moments.at(-1).seconds, now) || 1;
    const x = (seconds) => 4 + (472 * seconds) / end;
    const y = (value) => 132 - (124 * (value - low)) / Math.max(high - low, 1);
    const path = (name) => {
      const known = moments.filter((moment) => moment[name] !== undefined);
      const steps = known.map((moment, index) =>
        index === 0 ? `M${x(moment.seconds)} ${y(moment[name])}` : `H${x(moment.seconds)}V${y(moment[name])}`);
      return steps.join("") + (known.length ? `H${x(end)}` : "");
    };
    figure.querySelector(".bound-line").setAttribute("d", path("bound"));
    figure.querySelector(".order-line").setAttribute("d", path("score"));
    const { bound } = moments.at(-1);
    byId("gap-bound").textContent = bound === undefined ? "not yet known" : rounded(bound);
    byId("gap-score").textContent = moments.at(-1).score ?? "none yet";
  };

  return {
    rounded,
    clear() {
      moments = [];
      now = 0;
      figure.hidden = true;
    },
    // So many seconds have passed, and nothing else was found.
    tick(seconds) {
      now = seconds;
      draw();
    },
    // What was known last.
    last: () => moments.at(-1),
    isDrawn: () => !figure.hidden,
    add(told) {
      const last = moments.at(-1) ?? {};
      const known = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null));
      // Each bound holds, and each order is there: the tightest bound and the best score count.
      const [tightest, best] = isMin() ? [Math.max, Math.min] : [Math.min, Math.max];
      if (known.bound !== undefined) known.bound = tightest(known.bound, last.bound ?? known.bound);
      if (known.score !== undefined) known.score = best(known.score, last.score ?? known.score);
      moments.push({ ...last, ...known });
      draw();
    },
  };
};
