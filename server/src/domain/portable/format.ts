/** The `format` of an export's header line. */
export const FORMAT = 'memory-service'
/** The format's version; increased when readers of the previous version would misread it. */
export const VERSION = 1
