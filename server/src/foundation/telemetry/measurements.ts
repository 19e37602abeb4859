import { Counter, Histogram, Registry } from 'prom-client'
import type { FailureCode } from '../failures.ts'

/*
 * Metrics recorded as events happen; `edge/operations/metrics.ts` adds those computed on each scrape. Labels are fixed
 * words of low cardinality, never a user, app, address or text.
 */

/** Histogram buckets for response times, in seconds. */
export const RESPONSE_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const MODEL_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 30, 120]
const LATE_SECONDS = [0.1, 0.5, 1, 2.5, 5, 15, 60, 300, 1_800]
const JOB_SECONDS = [0.01, 0.1, 1, 10, 60, 300]

const CACHES = ['tokens', 'briefs', 'indexes', 'snapshots'] as const
type Cache = (typeof CACHES)[number]
const SEALED = ['webhook_secret', 'stored_response'] as const
type Found = 'hit' | 'stale' | 'miss'

export type Measures = ReturnType<typeof openMeasures>

/** Creates the metrics of one service, in a registry of their own. */
export function openMeasures() {
  const register = new Registry()
  const registers = [register]
  const refusals = new Counter({
    name: 'refusals_total',
    help: 'Error responses, by code: rate_limited, limit_exceeded, unavailable, …',
    labelNames: ['code'],
    registers,
  })
  const modelCalls = new Histogram({
    name: 'model_call_duration_seconds',
    help: 'Duration of model calls, by kind and outcome',
    labelNames: ['kind', 'outcome'],
    buckets: MODEL_SECONDS,
    registers,
  })
  const tokens = new Counter({
    name: 'model_tokens_total',
    help: 'Input and output tokens of the chat model',
    labelNames: ['direction'],
    registers,
  })
  const attempts = new Histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'Duration of delivery attempts, by outcome',
    labelNames: ['outcome'],
    buckets: RESPONSE_SECONDS,
    registers,
  })
  const lateness = new Histogram({
    name: 'webhook_lateness_seconds',
    help: 'Delay of delivery attempts after their due time',
    buckets: LATE_SECONDS,
    registers,
  })
  const mails = new Counter({
    name: 'mails_total',
    help: 'Attempts to send mail, by outcome; an expired mail was not sent in time',
    labelNames: ['outcome'],
    registers,
  })
  const signIns = new Counter({
    name: 'sign_ins_total',
    help: 'Sign-ins with a password, by outcome: done, failed',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['done', 'failed']) signIns.inc({ outcome }, 0)
  const jobs = new Histogram({
    name: 'job_duration_seconds',
    help: 'Duration of job runs, by outcome',
    labelNames: ['job', 'outcome'],
    buckets: JOB_SECONDS,
    registers,
  })
  const lookups = new Counter({
    name: 'cache_lookups_total',
    help: 'Lookups in caches, by result',
    labelNames: ['cache', 'result'],
    registers,
  })
  const unreadable = new Counter({
    name: 'sealed_values_unreadable_total',
    help: 'Stored values that the secret key did not decrypt, by kind',
    labelNames: ['kind'],
    registers,
  })
  for (const kind of SEALED) unreadable.inc({ kind }, 0)
  // Cache lookups are frequent, so their label sets are resolved once.
  const lookupCounters = Object.fromEntries(
    CACHES.map((cache) => [
      cache,
      { hit: lookups.labels(cache, 'hit'), stale: lookups.labels(cache, 'stale'), miss: lookups.labels(cache, 'miss') },
    ]),
  ) as Record<Cache, Record<Found, { inc(): void }>>
  return {
    register,
    /** Counts a cache lookup. */
    cacheLookup: (cache: Cache, found: Found): void => lookupCounters[cache][found].inc(),
    /** Counts a failure response, on any interface. */
    failure: (code: FailureCode): void => refusals.inc({ code }),
    /** Records a finished model call; `outcome` is `ok` or the kind of failure. */
    modelCall(kind: 'embedding' | 'chat' | 'structured', outcome: string, ms: number): void {
      modelCalls.observe({ kind, outcome }, ms / 1000)
    },
    tokensUsed(input: number, output: number): void {
      tokens.inc({ direction: 'in' }, input)
      tokens.inc({ direction: 'out' }, output)
    },
    /** Records a finished webhook delivery attempt; `lateMs` is the delay between its due time and its start. */
    webhookAttempt(outcome: 'succeeded' | 'failed', ms: number, lateMs: number): void {
      attempts.observe({ outcome }, ms / 1000)
      lateness.observe(Math.max(0, lateMs) / 1000)
    },
    /** Counts the end of an attempt to send a mail. */
    mailAttempt: (outcome: 'sent' | 'failed' | 'refused' | 'expired'): void => mails.inc({ outcome }),
    /** Counts a stored value that the secret key did not decrypt. */
    sealedUnreadable: (kind: (typeof SEALED)[number]): void => unreadable.inc({ kind }),
    /** Counts an attempt to sign in with a password, whose first step succeeded or failed. */
    signIn: (outcome: 'done' | 'failed'): void => signIns.inc({ outcome }),
    jobRun(job: string, outcome: 'done' | 'failed', ms: number): void {
      jobs.observe({ job, outcome }, ms / 1000)
    },
  }
}
