/** What the first line of an export says it is. */
export const FORMAT = 'memory-service'
/** Raised when a reader of the version before would misread it. */
export const VERSION = 1
