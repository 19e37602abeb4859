/** Counts turns of the event loop, in which other requests could run, until it is stopped. */
export function countTurns() {
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  return {
    turns: () => turns,
    /** Returns the number of turns. */
    stop() {
      isOver = true
      return turns
    },
  }
}
