import { fileURLToPath } from 'node:url'

const PRELOADED = fileURLToPath(new URL('short-lived.cjs', import.meta.url))

/**
 * The environment of a process that ends within seconds. Node optimises code later in it and in its own children, and the
 * service does not search to have code optimised: most of the processor time of a start would go to optimising code that
 * runs only a few times.
 */
export const SHORT_LIVED = { NODE_OPTIONS: `--require ${JSON.stringify(PRELOADED)}`, RECALL_WARM_UP: 'off' }
