import { useState } from 'react'

/** The state of an asynchronous action, such as a button's: whether it runs, and its error. Calls while it runs are ignored. */
export function useAction() {
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false })
  const run = async (work: () => Promise<unknown>) => {
    if (state.busy) return
    setState({ busy: true })
    try {
      await work()
      setState({ busy: false })
    } catch (error) {
      setState({ busy: false, error })
    }
  }
  return { ...state, run, reset: () => setState({ busy: false }) }
}
