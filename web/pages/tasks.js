// Tasks of a page, one at a time: a run or a pause, which the next task ends.

/** @typedef {ReturnType<typeof tasksOf>} Tasks */

export const tasksOf = () => {
  /** @type {AbortController | null} */
  let current = null;

  const stop = () => {
    current?.abort();
    current = null;
  };

  const begin = () => {
    stop();
    current = new AbortController();
    return current;
  };

  return {
    stop,
    begin,
    /**
     * Ends a task; true unless another task has begun.
     * @param {AbortController} run
     */
    end(run) {
      const isCurrent = current === run;
      if (isCurrent) current = null;
      return isCurrent;
    },
    /**
     * Runs an action later, unless another task begins before.
     * @param {() => void} action
     * @param {number} time in milliseconds
     */
    later(action, time) {
      const timer = setTimeout(action, time);
      begin().signal.addEventListener("abort", () => clearTimeout(timer));
    },
  };
};

/**
 * Waits for a time, or until a signal comes.
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
