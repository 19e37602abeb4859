import { installPart } from '../../../server/test/optional-part.ts'

/** Installs the other runtimes. */
export default () => installPart('sdk/js/runtimes', 'setup:runtimes')
