// The task of a page at a time: one run, or one pause, which the next one ends.

/** @typedef {ReturnType<typeof tasksOf>} Tasks */

export const tasksOf = () => {
  /** @type {AbortController | null} */
  let running = null;

  const stop = () => {
    running?.abort();
    running = null;
  };

  const begin = () => {
    stop();
    running = new AbortController();
    return running;
  };

  return {
    stop,
    begin,
    /**
     * Ends a run, and says whether no other one has begun.
     * @param {AbortController} run
     */
    end(run) {
      const isLast = running === run;
      if (isLast) running = null;
      return isLast;
    },
    /**
     * Does something later, unless something else begins before.
     * @param {() => void} does
     * @param {number} time in milliseconds
     */
    later(does, time) {
      const timer = setTimeout(does, time);
      begin().signal.addEventListener("abort", () => clearTimeout(timer));
    },
  };
};

/**
 * Waits so long, or until a signal comes.
 * @param {number} time in milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
export const pause = (time, signal) => new Promise((resolve) => {
  const timer = setTimeout(resolve, time);
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    resolve();
  });
});
