import { installPart } from '../../../server/test/optional-part.ts'

/** Installs the frameworks that are too large for `npm ci`. */
export default () => installPart('packages/adapters/frameworks', 'setup:frameworks')
