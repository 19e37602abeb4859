import { useState } from 'react'

/** Something a button does: whether it is under way, and what went wrong. A second press while it runs does nothing. */
export function useDeed() {
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
  return { ...state, run }
}
