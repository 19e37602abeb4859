/** The version of this package; `npm run release` sets it. */
export const VERSION = '0.2.0'
