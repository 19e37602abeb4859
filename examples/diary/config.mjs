// All that can be set comes from the environment, and is read here.

import { fileURLToPath } from 'node:url'

const { env } = process

/** Where the Memory Service answers, as it says itself (its BASE_URL). */
export const SERVICE_URL = (env.SERVICE_URL ?? 'http://127.0.0.1:8787').replace(/\/+$/, '')
/** Where this app listens; 0 takes any free port. */
export const PORT = Number(env.PORT ?? 8788)
/** Where people reach this app; with https its cookie is `Secure`. Left out, it is the address it listens on. */
export const APP_URL = env.APP_URL?.replace(/\/+$/, '')
/** Where it keeps what must outlive a restart: its credentials and the tokens of people. Ignored by git. */
export const DATA_DIR = env.DATA_DIR ?? fileURLToPath(new URL('data', import.meta.url))

export const APP_NAME = 'Trail Diary'

/** What people are asked for. Ask for as little as will do; each line is one they read, and may untick. */
export const SCOPES = ['memory:read:fitness.*', 'memory:write:fitness.*', 'context:read:coach', 'identity:read']

/** Where entries are kept in a person's memory. */
export const ENTRY_SCOPE = 'fitness.trail'

/** How long one attempt to reach the service may take. A page is waiting for it. */
export const TIMEOUT_MS = 5_000
