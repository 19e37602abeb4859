// Reads all settings from the environment.

import { fileURLToPath } from 'node:url'

const { env } = process

/** The address of the Memory Service, identical to its BASE_URL. */
export const SERVICE_URL = (env.SERVICE_URL ?? 'http://127.0.0.1:8787').replace(/\/+$/, '')
/** The port of this app; 0 selects a free one. */
export const PORT = Number(env.PORT ?? 8788)
/** The public address of this app; with https its cookie is `Secure`. Default: the address it listens on. */
export const APP_URL = env.APP_URL?.replace(/\/+$/, '')
/** The folder for the app's credentials and the users' tokens. Ignored by git. */
export const DATA_DIR = env.DATA_DIR ?? fileURLToPath(new URL('data', import.meta.url))

export const APP_NAME = 'Trail Diary'

/** The requested scopes. Request only what is needed: users see each scope and can deny it. */
export const SCOPES = ['memory:read:fitness.*', 'memory:write:fitness.*', 'context:read:coach', 'identity:read']

/** The scope of the entries in a user's memory. */
export const ENTRY_SCOPE = 'fitness.trail'

/** The time limit of one request to the service. Short, because a page waits for it. */
export const TIMEOUT_MS = 5_000
