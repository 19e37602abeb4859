import { type MailConfig, readMail } from './config-mail.ts'
import { type OpenIdConfig, readOpenId } from './config-openid.ts'
import { type RetentionConfig, readRetention } from './config-retention.ts'
import {
  choice,
  hostName,
  hostNames,
  isLoopback,
  METRICS_TOKEN_CHARS_MIN,
  type ModelConfig,
  metricsToken,
  modelNames,
  modelOf,
  numberOrOff,
  PROXIES_ACCEPTED,
  postgresAddress,
  proxies,
  type ReadSetting,
  SIGN_UP_ACCEPTED,
  SIGN_UP_OPEN,
  type SignUpConfig,
  share,
  signUpPolicy,
  webAddress,
  wholeNumber,
} from './config-values.ts'
import { readWorkers, type WorkersConfig } from './config-workers.ts'

/** The configuration of a process. Environment variables are read once, and only in this file. */
export interface Config extends RetentionConfig, WorkersConfig {
  host: string
  port: number
  /** Public URL of the API, without a trailing slash; `undefined` until the listening address is known. */
  baseUrl: string | undefined
  hubUrl: string | undefined
  /** Whether the service can only be reached on this machine: `HOST` and `BASE_URL` are loopback. */
  isLocal: boolean
  /** Host names that requests may use besides those of the URLs; `*` stands for any. */
  allowedHosts: string[]
  /** Proxies whose `X-Forwarded-For` is trusted: addresses, CIDR ranges or names of ranges. */
  trustedProxies: string[]
  dataDir: string
  databaseUrl: string | undefined
  /** Whether to use named prepared statements; some connection poolers do not support them. */
  databasePrepare: boolean
  /** What this process runs: the HTTP server, background jobs, or both. */
  role: (typeof ROLES)[number]
  secretKey: string | undefined
  /** The key before, while it is being changed. */
  secretKeyPrevious: string | undefined
  /** Who may create an account. */
  signUp: SignUpConfig
  userPlan: 'free' | 'plus' | 'pro'
  developerPlan: 'sandbox' | 'starter' | 'growth' | 'pro' | 'enterprise'
  /** Requests per minute and connection; `null` is unlimited. */
  rateLimit: number | null
  /** Sign-in attempts per minute for each address and account; `null` is unlimited. */
  authRateLimit: number | null
  /** A file of SHA-1 hashes of breached passwords, sorted; `undefined` for none. */
  breachedPasswords: string | undefined
  recallMemoryBytes: number
  /** Whether this process stores copies of search indexes and loads them. */
  recallSnapshots: boolean
  recallWarmUp: boolean
  /** Whether webhooks may be delivered to private and loopback addresses and over plain http. */
  webhookAllowPrivate: boolean
  /** Whether the mock connectors are served. */
  connectors: boolean
  mail: MailConfig
  /** The OpenID provider to sign in with; `null` for none. */
  openId: OpenIdConfig | null
  embeddings: EmbeddingsConfig
  /** The chat model of the gateway; `null` if none is configured. */
  model: ModelConfig | null
  /** The model names that apps may use beside the configured one; `null` for any that its API accepts. */
  modelNames: readonly string[] | null
  /** Which APIs an app may name for a request: none, those at public addresses, or any. */
  appUpstreams: (typeof APP_UPSTREAMS)[number]
  /** Whether the chat model, if any, extracts relations from memories. */
  relations: boolean
  /** Maximum number of concurrent client connections. */
  connectionsMax: number
  /** Maximum number of concurrent connections of one client address. */
  connectionsPerAddressMax: number
  /** The bearer token that `/metrics` requires on the public port. */
  metricsToken: string | undefined
  /** A port of its own for `/metrics`; `undefined` for none. */
  metricsPort: number | undefined
  /** How long a stopping process still accepts requests after `/readyz` has started to fail, in milliseconds. */
  drainNoticeMs: number
  logLevel: (typeof LOG_LEVELS)[number]
  /** Where to export traces; `null` disables export. */
  tracing: TracingConfig | null
}

/** The source of embedding vectors. */
export interface EmbeddingsConfig {
  kind: (typeof EMBEDDINGS)[number]
  /** Base URL of an OpenAI-compatible API with `/embeddings`. */
  url: string | undefined
  /** The model to request from that API, or the local model to download. */
  model: string | undefined
  apiKey: string | undefined
  /** A folder that contains a local model. */
  modelDir: string | undefined
  /** Base URL for downloads of local models. */
  downloadUrl: string
  /** How long a recall waits for its query's embedding, in milliseconds. */
  timeoutMs: number
}

/** An OTLP/HTTP collector. */
export interface TracingConfig {
  /** Base URL; traces are sent to `/v1/traces` below it. */
  endpoint: string
  /** Sampling ratio of new traces, 0 to 1; traces started by a caller keep its sampling decision. */
  ratio: number
  serviceName: string
}

const URL_ACCEPTED = 'an http or https URL without query or fragment'
const ROLES = ['all', 'api', 'worker'] as const
const EMBEDDINGS = ['auto', 'local', 'http', 'off'] as const
const APP_UPSTREAMS = ['off', 'public', 'any'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const USER_PLANS = ['free', 'plus', 'pro'] as const
const DEVELOPER_PLANS = ['sandbox', 'starter', 'growth', 'pro', 'enterprise'] as const
const SECRET_KEY_CHARS_MIN = 8
const SECRET_KEY_ACCEPTED = `at least ${SECRET_KEY_CHARS_MIN} characters, such as the output of: openssl rand -base64 32`
/** Minimum recommended key length; a shorter key works, with a warning in the log. */
export const SECRET_KEY_CHARS_ADVISED = 32

/** Invalid configuration. `problems` has one sentence per variable: its name, its value and what it accepts. */
export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/**
 * Reads the configuration from environment variables.
 * @throws ConfigError listing every invalid variable, not only the first.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = []
  const read: ReadSetting = (name, fallback, accepted, parse, secret = false) => {
    const text = env[name]?.trim()
    if (!text) return fallback
    const value = parse(text)
    if (value !== undefined) return value
    problems.push(`${name} must be ${accepted}; got ${secret ? 'another value (not shown)' : JSON.stringify(text)}.`)
    return fallback
  }
  const oneOf =
    <T extends string>(values: readonly T[]) =>
    (text: string) =>
      values.find((value) => value === text)
  const list = (values: readonly string[]) => `one of ${values.join(', ')}`

  const host = read('HOST', '127.0.0.1', 'an IP address or a host name', hostName)
  const baseUrl = read('BASE_URL', undefined, URL_ACCEPTED, webAddress)
  const hubUrl = read('HUB_URL', undefined, URL_ACCEPTED, webAddress)
  const allowedHosts = read('ALLOWED_HOSTS', [], 'host names separated by commas, or * for any', hostNames)
  const trustedProxies = read('TRUSTED_PROXIES', [], PROXIES_ACCEPTED, proxies)
  // A service behind a proxy on the same machine listens on loopback too.
  const hosts = [baseUrl, hubUrl].flatMap((address) => (address ? new URL(address).hostname : []))
  const isLocal = [host, ...hosts, ...allowedHosts].every(isLoopback) && !trustedProxies.length
  const config: Config = {
    host,
    port: read('PORT', 8787, 'a port from 0 (any free port) to 65535', wholeNumber(0, 65535)),
    baseUrl,
    hubUrl,
    isLocal,
    allowedHosts,
    trustedProxies,
    dataDir: env.DATA_DIR?.trim() || './data',
    databaseUrl: read(
      'DATABASE_URL',
      undefined,
      'a PostgreSQL URL such as postgres://user:password@host:5432/database',
      postgresAddress,
      true,
    ),
    databasePrepare: read('DATABASE_PREPARE', true, 'on or off', choice('on', 'off')),
    role: read('ROLE', 'all', list(ROLES), oneOf(ROLES)),
    secretKey: read('SECRET_KEY', undefined, SECRET_KEY_ACCEPTED, secretKeyText, true),
    secretKeyPrevious: read('SECRET_KEY_PREVIOUS', undefined, SECRET_KEY_ACCEPTED, secretKeyText, true),
    signUp: read('SIGNUP', SIGN_UP_OPEN, SIGN_UP_ACCEPTED, signUpPolicy),
    userPlan: read('DEFAULT_USER_PLAN', 'free', list(USER_PLANS), oneOf(USER_PLANS)),
    developerPlan: read('DEFAULT_DEVELOPER_PLAN', 'sandbox', list(DEVELOPER_PLANS), oneOf(DEVELOPER_PLANS)),
    rateLimit: read(
      'RATE_LIMIT',
      600,
      'a number of requests per minute from 1 to 1000000, or off',
      numberOrOff(1_000_000),
    ),
    authRateLimit: read(
      'AUTH_RATE_LIMIT',
      10,
      'a number of attempts per minute from 1 to 100000, or off',
      numberOrOff(100_000),
    ),
    breachedPasswords: env.BREACHED_PASSWORDS?.trim() || undefined,
    recallMemoryBytes:
      read('RECALL_MEMORY_MB', 512, 'a number of megabytes from 16 to 65536', wholeNumber(16, 65_536)) * 1024 * 1024,
    recallSnapshots: read('RECALL_SNAPSHOTS', true, 'on or off', choice('on', 'off')),
    recallWarmUp: read('RECALL_WARM_UP', true, 'on or off', choice('on', 'off')),
    webhookAllowPrivate: read('WEBHOOK_ALLOW_PRIVATE', isLocal, 'true or false', choice('true', 'false')),
    connectors: read('CONNECTORS', isLocal, 'on or off', choice('on', 'off')),
    openId: readOpenId(read, problems, env),
    mail: readMail(read, problems, {
      isLocal,
      dataDir: env.DATABASE_URL?.trim() ? undefined : env.DATA_DIR?.trim() || './data',
    }),
    embeddings: {
      kind: read('EMBEDDINGS', 'auto', list(EMBEDDINGS), oneOf(EMBEDDINGS)),
      url: read('EMBEDDINGS_URL', undefined, URL_ACCEPTED, webAddress),
      model: env.EMBEDDINGS_MODEL?.trim() || undefined,
      apiKey: env.EMBEDDINGS_API_KEY?.trim() || undefined,
      modelDir: env.EMBEDDINGS_MODEL_DIR?.trim() || undefined,
      downloadUrl: read('EMBEDDINGS_DOWNLOAD_URL', 'https://huggingface.co', URL_ACCEPTED, webAddress),
      timeoutMs: read(
        'EMBEDDINGS_TIMEOUT_MS',
        300,
        'a number of milliseconds from 10 to 10000',
        wholeNumber(10, 10_000),
      ),
    },
    model: modelOf(read('MODEL_URL', undefined, URL_ACCEPTED, webAddress), env),
    modelNames: read('MODEL_NAMES', null, 'model names separated by commas', modelNames),
    appUpstreams: read('APP_UPSTREAMS', 'public', list(APP_UPSTREAMS), oneOf(APP_UPSTREAMS)),
    relations: read('RELATIONS', true, 'on or off', choice('on', 'off')),
    connectionsMax: read('CONNECTIONS_MAX', 16_000, 'a number from 100 to 1000000', wholeNumber(100, 1_000_000)),
    connectionsPerAddressMax: read(
      'CONNECTIONS_PER_ADDRESS_MAX',
      1_000,
      'a number from 10 to 1000000',
      wholeNumber(10, 1_000_000),
    ),
    metricsToken: read(
      'METRICS_TOKEN',
      undefined,
      `at least ${METRICS_TOKEN_CHARS_MIN} characters without spaces`,
      metricsToken,
      true,
    ),
    metricsPort: read('METRICS_PORT', undefined, 'a port from 0 (any free port) to 65535', wholeNumber(0, 65535)),
    drainNoticeMs: read('DRAIN_NOTICE_MS', 0, 'a number of milliseconds from 0 to 60000', wholeNumber(0, 60_000)),
    logLevel: read('LOG_LEVEL', 'info', list(LOG_LEVELS), oneOf(LOG_LEVELS)),
    ...readRetention(read),
    ...readWorkers(read, problems, env),
    tracing: tracingOf(
      read('OTEL_EXPORTER_OTLP_ENDPOINT', undefined, URL_ACCEPTED, webAddress),
      read('OTEL_TRACES_SAMPLER_ARG', 1, 'a number from 0 to 1', share),
      env,
    ),
  }
  if (config.databaseUrl && !config.secretKey && !problems.some((problem) => problem.startsWith('SECRET_KEY')))
    problems.push(
      `SECRET_KEY is not set; with DATABASE_URL it must be at least ${SECRET_KEY_CHARS_MIN} characters, ` +
        'the same for every process, such as the output of: openssl rand -base64 32',
    )
  if (config.secretKeyPrevious && !config.secretKey && !problems.some((problem) => problem.startsWith('SECRET_KEY')))
    problems.push(
      'SECRET_KEY is not set; with SECRET_KEY_PREVIOUS it must be the new key. Without both, the key file in DATA_DIR is used.',
    )
  if (config.role !== 'all' && !config.databaseUrl && !problems.some((problem) => problem.startsWith('DATABASE_URL')))
    problems.push(
      `ROLE must be all without DATABASE_URL, because only one process can open the database; got "${config.role}".`,
    )
  if (
    config.embeddings.kind === 'http' &&
    !config.embeddings.url &&
    !problems.some((p) => p.startsWith('EMBEDDINGS_URL'))
  )
    problems.push(
      'EMBEDDINGS_URL is not set; with EMBEDDINGS=http it must be the base URL of an OpenAI-compatible API.',
    )
  if (problems.length) throw new ConfigError(problems)
  return config
}

function tracingOf(
  endpoint: string | undefined,
  ratio: number,
  env: Readonly<Record<string, string | undefined>>,
): TracingConfig | null {
  return endpoint ? { endpoint, ratio, serviceName: env.OTEL_SERVICE_NAME?.trim() || 'memory-service' } : null
}

const secretKeyText = (text: string) => (text.length >= SECRET_KEY_CHARS_MIN ? text : undefined)
