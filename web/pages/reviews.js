// What a review found, beside the moves: a grade in colour and shape, and a graph that leads to its moves.

const PLACES = ["first", "second", "third", "fourth"];

// How likely player 1 wins after a graded move of two players; of more, its own player.
const winOf = (it, players) => (players === 2 && it.player === 2 ? 1 - it.win : it.win);

// The grade of a move at its place in the list.
const signOf = (it, players) => [
  element("i", { class: `sign g-${it.grade.toLowerCase()}`, role: "img", "aria-label": it.grade.toLowerCase() }),
  element("var", {}, Math.round(100 * winOf(it, players))),
];

const markMoves = (list, reviewed, players) => {
  for (const it of reviewed) {
    const button = list.querySelector(`[data-at="${it.number}"]`);
    if (!button || button.querySelector(".sign")) continue;
    button.append(...signOf(it, players));
  }
};

// The graph in `root`; `at` is told the number of the move that was pointed at.
const graphOf = (root, at) => {
  const WIDTH = 300;
  const HEIGHT = 100;
  let last = 1;

  root.addEventListener("click", (event) => {
    const box = root.firstElementChild.getBoundingClientRect();
    at(Math.min(Math.max(Math.round(((event.clientX - box.x) / box.width) * last), 1), last));
  });

  return {
    show(reviewed, of, players, now) {
      last = Math.max(of, 1);
      const x = (number) => (number / last) * WIDTH;
      const y = (win) => HEIGHT - 4 - win * (HEIGHT - 8);
      const lines = Array.from({ length: players === 2 ? 1 : players }, (_, player) => {
        const own = reviewed.filter((it) => players === 2 || it.player === player + 1);
        const points = own.map((it) => `${x(it.number).toFixed(1)} ${y(winOf(it, players)).toFixed(1)}`);
        return points.length ? `<path class="${PLACES[player]}" d="M${points.join("L")}"/>` : "";
      });
      const bad = reviewed.filter((it) => ["INACCURACY", "MISTAKE", "BLUNDER"].includes(it.grade));
      const dots = bad.map((it) => `<path class="dot ${it.grade.toLowerCase()}" d="M${x(it.number).toFixed(1)} ${y(winOf(it, players)).toFixed(1)}h0.01"/>`);
      const here = `<line class="here" x1="${x(now)}" x2="${x(now)}" y1="0" y2="${HEIGHT}"/>`;
      root.innerHTML = `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="How likely ${players === 2 ? "player 1 wins" : "each player wins"} after each move; the list below says the same"><line class="middle" x1="0" x2="${WIDTH}" y1="${HEIGHT / 2}" y2="${HEIGHT / 2}"/>${here}${lines.join("")}${dots.join("")}</svg>`;
      root.hidden = reviewed.length === 0;
    },
  };
};
