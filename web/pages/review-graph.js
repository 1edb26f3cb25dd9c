// Graph of a review; a click leads to a move.

/** @typedef {import("../types/messages.js").ReviewedMove} ReviewedMove */

const PLACES = ["first", "second", "third", "fourth"];

/**
 * Probability after a graded move: with two players, of player 1 to win; with more, of the move's player.
 * @param {ReviewedMove} move
 * @param {number} players
 */
export const winOf = ({ player, win }, players) => (players === 2 && player === 2 ? 1 - win : win);

/**
 * Graph in `plot`.
 * @param {HTMLElement} plot
 * @param {(number: number) => void} onPoint gets the number of a move
 */
export const graphOf = (plot, onPoint) => {
  const WIDTH = 300;
  const HEIGHT = 100;
  let last = 1;

  plot.addEventListener("click", (event) => {
    const box = plot.firstElementChild?.getBoundingClientRect();
    if (box) onPoint(Math.min(Math.max(Math.round(((event.clientX - box.x) / box.width) * last), 1), last));
  });

  return {
    /**
     * @param {ReviewedMove[]} moves
     * @param {number} count number of moves of the game
     * @param {number} players
     * @param {number} now the number of the move before the position
     */
    show(moves, count, players, now) {
      last = Math.max(count, 1);
      /** @param {number} number */
      const x = (number) => (number / last) * WIDTH;
      /** @param {ReviewedMove} move */
      const point = (move) => `${x(move.number).toFixed(1)} ${(HEIGHT - 4 - winOf(move, players) * (HEIGHT - 8)).toFixed(1)}`;
      const lines = Array.from({ length: players === 2 ? 1 : players }, (_, player) => {
        const own = moves.filter((move) => players === 2 || move.player === player + 1);
        return own.length ? `<path class="${PLACES[player]}" d="M${own.map(point).join("L")}"/>` : "";
      });
      const mistakes = moves.filter((move) => ["INACCURACY", "MISTAKE", "BLUNDER"].includes(move.grade));
      const dots = mistakes.map((move) => `<path class="dot ${move.grade.toLowerCase()}" d="M${point(move)}h0.01"/>`);
      const marker = `<line class="here" x1="${x(now)}" x2="${x(now)}" y1="0" y2="${HEIGHT}"/>`;
      plot.innerHTML = `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="How likely ${players === 2 ? "player 1 wins" : "each player wins"} after each move; the list below says the same"><line class="middle" x1="0" x2="${WIDTH}" y1="${HEIGHT / 2}" y2="${HEIGHT / 2}"/>${marker}${lines.join("")}${dots.join("")}</svg>`;
      plot.hidden = moves.length === 0;
    },
  };
};
