import { vi } from 'vitest'
import { Failure } from '../../../foundation/errors.ts'
import type { FairConcurrency, Leave } from '../fair-concurrency.ts'

/** The requests of a connection that run, in order; `next` ends the first of them. */
export function requestsOf(
  concurrency: FairConcurrency,
  person: string,
  credential = person,
  { isFirst = false, isUntimed = false } = {},
) {
  const running: { number: number; leave: Leave }[] = []
  const started: number[] = []
  const refused: string[] = []
  let sent = 0
  const add = (number: number) => (leave: Leave) => {
    running.push({ number, leave })
    started.push(number)
  }
  return {
    running,
    started,
    refused,
    send(count: number, { isGone = (): boolean => false, isLarge = false } = {}) {
      for (let n = 0; n < count; n++) {
        const turn = concurrency.enter({ person, credential, isFirst, isUntimed }, isGone, isLarge)
        const added = add(sent++)
        if (turn instanceof Promise)
          void turn.then(added, (error) => refused.push(error instanceof Failure ? error.code : String(error)))
        else added(turn)
      }
    },
    async next() {
      running.shift()?.leave()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}
