// Form of a new game, with its seats.
import { allIn, byId, elementIn } from "./dom.js";

/**
 * @param {HTMLFormElement} form
 * @param {(fields: string) => void} begin gets the query of the game
 */
export const seatsOf = (form, begin) => {
  const seats = () => allIn(form, "[name=seat]", HTMLSelectElement);
  const first = elementIn(form, "[name=first]", HTMLSelectElement);
  const count = () => Number(new FormData(form).get("players"));

  // The level sets all seats; a change of a seat sets the level.
  const update = () => {
    for (const option of first.options) option.disabled = Number(option.value) > count();
    if (Number(first.value) > count()) first.value = "1";
    for (const seat of allIn(form, ".seat", HTMLFieldSetElement)) {
      const isUsed = Number(seat.dataset.seat) <= count();
      seat.hidden = !isUsed;
      seat.disabled = !isUsed;
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
     * Shows the effect of the start of a game.
     * @param {boolean} isPlayed whether another game is in progress
     */
    offer(isPlayed) {
      byId("gives-up").hidden = !isPlayed;
      elementIn(form, "[type=submit]").textContent = isPlayed ? "End it, and start another" : "Start";
    },
  };
};
