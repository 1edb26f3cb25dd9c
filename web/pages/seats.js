// The form of a new game: who sits where.
import { allIn, byId, oneIn } from "./dom.js";

/**
 * @param {HTMLFormElement} form
 * @param {(fields: string) => void} begin is given the fields of the game
 */
export const seatsOf = (form, begin) => {
  const seats = () => allIn(form, "[name=seat]", HTMLSelectElement);
  const first = oneIn(form, "[name=first]", HTMLSelectElement);
  const count = () => Number(new FormData(form).get("players"));

  // Seats follow the level, until somebody chooses them one by one.
  const update = () => {
    for (const option of first.options) option.disabled = Number(option.value) > count();
    if (Number(first.value) > count()) first.value = "1";
    for (const seat of allIn(form, ".seat", HTMLFieldSetElement)) {
      const plays = Number(seat.dataset.seat) <= count();
      seat.hidden = !plays;
      seat.disabled = !plays;
    }
  };

  form.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === "level") {
      seats().forEach((seat, index) => { seat.value = index === 0 ? "human" : target.value; });
    }
    if (target instanceof HTMLSelectElement && target.name === "seat") {
      const others = seats().slice(1, count()).map((seat) => seat.value);
      for (const level of allIn(form, "[name=level]", HTMLInputElement)) level.checked = others.every((seat) => seat === level.value);
    }
    update();
  });
  update();

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form)) fields.append(name, String(value));
    begin(fields.toString());
  });

  return {
    /**
     * Says what the start of a game does.
     * @param {boolean} isPlayed whether another game goes on
     */
    offer(isPlayed) {
      byId("gives-up").hidden = !isPlayed;
      oneIn(form, "[type=submit]").textContent = isPlayed ? "End it, and start another" : "Start";
    },
  };
};
