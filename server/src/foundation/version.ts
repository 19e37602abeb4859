import { readFileSync } from 'node:fs'

/** The version of this release, shared by the service, its API description and all packages. */
export const VERSION: string = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version
