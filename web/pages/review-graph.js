// The graph of a review, which leads to the moves.

/** @typedef {import("../types/messages.js").ReviewedMove} ReviewedMove */

const PLACES = ["first", "second", "third", "fourth"];

/**
 * How likely player 1 wins after a graded move of two players; of more, its own player.
 * @param {ReviewedMove} move
 * @param {number} players
 */
export const winOf = ({ player, win }, players) => (players === 2 && player === 2 ? 1 - win : win);

/**
 * The graph in `plot`.
 * @param {HTMLElement} plot
 * @param {(number: number) => void} pointed is given the number of the move that was pointed at
 */
export const graphOf = (plot, pointed) => {
  const WIDTH = 300;
  const HEIGHT = 100;
  let last = 1;

  plot.addEventListener("click", (event) => {
    const box = plot.firstElementChild?.getBoundingClientRect();
    if (box) pointed(Math.min(Math.max(Math.round(((event.clientX - box.x) / box.width) * last), 1), last));
  });

  return {
    /**
     * @param {ReviewedMove[]} reviewed
     * @param {number} of how many moves the game has
     * @param {number} players
     * @param {number} now the number of the move that is shown
     */
    show(reviewed, of, players, now) {
      last = Math.max(of, 1);
      /** @param {number} number */
      const x = (number) => (number / last) * WIDTH;
      /** @param {ReviewedMove} move */
      const at = (move) => `${x(move.number).toFixed(1)} ${(HEIGHT - 4 - winOf(move, players) * (HEIGHT - 8)).toFixed(1)}`;
      const lines = Array.from({ length: players === 2 ? 1 : players }, (_, player) => {
        const own = reviewed.filter((move) => players === 2 || move.player === player + 1);
        return own.length ? `<path class="${PLACES[player]}" d="M${own.map(at).join("L")}"/>` : "";
      });
      const bad = reviewed.filter((move) => ["INACCURACY", "MISTAKE", "BLUNDER"].includes(move.grade));
      const dots = bad.map((move) => `<path class="dot ${move.grade.toLowerCase()}" d="M${at(move)}h0.01"/>`);
      const here = `<line class="here" x1="${x(now)}" x2="${x(now)}" y1="0" y2="${HEIGHT}"/>`;
      plot.innerHTML = `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="How likely ${players === 2 ? "player 1 wins" : "each player wins"} after each move; the list below says the same"><line class="middle" x1="0" x2="${WIDTH}" y1="${HEIGHT / 2}" y2="${HEIGHT / 2}"/>${here}${lines.join("")}${dots.join("")}</svg>`;
      plot.hidden = reviewed.length === 0;
    },
  };
};
