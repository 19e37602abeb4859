import { join } from 'node:path'
import { type AppPorts, events } from '../app.ts'
import { openBreachedPasswords } from '../domain/accounts/breached-passwords.ts'
import { openPasswords, type PasswordCost } from '../domain/accounts/passwords.ts'
import { openIcons } from '../domain/apps/icons.ts'
import { openAuditLog } from '../domain/audit/audit.ts'
import { openExtractions } from '../domain/chats/extractions.ts'
import { MessageCounts } from '../domain/chats/message-counts.ts'
import { openTokens } from '../domain/connections/tokens.ts'
import { openBriefs } from '../domain/context/brief.ts'
import { openDerivedData } from '../domain/derived/derived-data.ts'
import { openRelations } from '../domain/derived/relations/relations.ts'
import { openVectors } from '../domain/derived/vectors/vectors.ts'
import { openMailer } from '../domain/mail/deliver.ts'
import { openTransport } from '../domain/mail/transport.ts'
import { openIndexes } from '../domain/memories/indexes.ts'
import { openQueryVectors } from '../domain/memories/query-vectors.ts'
import { partsInFolder, partsInTable } from '../domain/memories/snapshot-parts.ts'
import { openDocuments } from '../domain/oauth/documents.ts'
import { openOpenId } from '../domain/openid/provider.ts'
import { openMeter } from '../domain/plans/meter.ts'
import { openReadings } from '../domain/portable/reading-loop.ts'
import { openRequestLog } from '../domain/request-log/log.ts'
import { openDeliveries } from '../domain/webhooks/deliver.ts'
import { openSender } from '../domain/webhooks/send.ts'
import { FairConcurrency } from '../edge/request/fair-concurrency.ts'
import { openCallLimits } from '../foundation/auth/call-limits.ts'
import type { Keyring } from '../foundation/auth/secrets.ts'
import { openBackground } from '../foundation/background.ts'
import { type Config, ConfigError } from '../foundation/config.ts'
import type { Embedded } from '../foundation/embedded/embedded.ts'
import type { ChatModel } from '../foundation/models/chat.ts'
import type { Embeddings } from '../foundation/models/embeddings.ts'
import { openHttpChat } from '../foundation/models/http-chat.ts'
import { instrumentChat, instrumentEmbedder } from '../foundation/models/instrumented.ts'
import { openUpstreams } from '../foundation/models/upstream.ts'
import { openChangeGate } from '../foundation/pauses.ts'
import type { ChangeFeed } from '../foundation/sql/change-feed.ts'
import type { Database } from '../foundation/sql/db.ts'
import type { Log } from '../foundation/telemetry/log.ts'
import { openMeasures } from '../foundation/telemetry/measurements.ts'
import type { Trace } from '../foundation/telemetry/trace.ts'

/** The parts that are opened before the ports. */
interface Foundations {
  config: Config
  db: Database
  accessFeed: ChangeFeed
  log: Log
  vault: Keyring
  embeddings: Embeddings
  trace: Trace
}

/** Replacements used by tests. */
export interface PortOverrides {
  clock?: () => Date
  chat?: ChatModel
  passwordCost?: PasswordCost
  concurrency?: FairConcurrency
  /** The least memories of which a snapshot of the search index is made. */
  snapshotRowsMin?: number
  /** An embedded database in memory, instead of the one in `DATA_DIR`. */
  embedded?: Embedded
}

/** The folder in `DATA_DIR` for the bytes of the snapshots of search indexes. */
const SNAPSHOT_FOLDER = 'recall-snapshots'

/** Opens the long-lived parts of the service that `ctx` carries. Without an explicit base URL, the caller sets it later. */
export function openPorts(
  { config, db, accessFeed, log, vault, embeddings, trace }: Foundations,
  overrides: PortOverrides,
): AppPorts {
  const measures = openMeasures()
  const clock = overrides.clock ?? (() => new Date())
  const baseUrl = config.baseUrl ?? `http://${config.host}:${config.port}`
  const sender = openSender({ allowPrivate: config.webhookAllowPrivate })
  const recall = openIndexes({
    db,
    log,
    measures,
    bytesMax: config.recallMemoryBytes,
    snapshotParts:
      config.databaseUrl || overrides.embedded
        ? partsInTable(db)
        : partsInFolder(join(config.dataDir, SNAPSHOT_FOLDER)),
    usesSnapshots: config.recallSnapshots,
    snapshotRowsMin: overrides.snapshotRowsMin,
    vault,
    hasVectors: config.embeddings.kind !== 'off',
    warmUp: config.recallWarmUp,
  })
  const embedder = instrumentEmbedder(embeddings.current, { measures, url: config.embeddings.url })
  const model = overrides.chat ?? (config.model ? openHttpChat(config.model) : undefined)
  const chat = model && instrumentChat(model, { measures, url: config.model?.url })
  const urls = { ...config, baseUrl, hubUrl: config.hubUrl ?? baseUrl }
  const mailer = openMailer({ db, clock, log, vault, measures, config, transport: openTransport(config.mail) })
  const notices = { clock, log, vault, config: urls, mailer }
  const works = config.role !== 'api'
  const vectors = openVectors({ db, log, recall, embedder, works })
  const relations = openRelations({ db, log, chat: config.relations ? chat : undefined, works })
  return {
    db,
    log,
    clock,
    config: urls,
    vault,
    passwords: openPasswords(overrides.passwordCost, undefined, openBreached(config)),
    trace,
    measures,
    chat,
    upstreams: openUpstreams(config.appUpstreams === 'any'),
    background: openBackground({ log }),
    extractions: openExtractions(),
    readings: openReadings(),
    messageCounts: new MessageCounts(),
    deliveries: openDeliveries({ events, db, clock, log, vault, sender, trace, measures, notices }),
    mailer,
    limits: openCallLimits(clock),
    concurrency: overrides.concurrency ?? new FairConcurrency(),
    tokens: openTokens({ db, clock, measures, accessFeed }),
    meter: openMeter({ db, clock, log, rateLimit: config.rateLimit, shared: config.databaseUrl !== undefined }),
    audit: openAuditLog({ db, log }),
    requestLog: openRequestLog({ db, clock, log, days: config.requestLogDays }),
    briefs: openBriefs(),
    changes: openChangeGate(db),
    openId: config.openId && openOpenId(config.openId, clock),
    documents: openDocuments({ allowPrivate: config.webhookAllowPrivate }),
    icons: openIcons({ allowPrivate: config.webhookAllowPrivate }),
    recall,
    derived: openDerivedData([vectors, relations]),
    vectors,
    relations,
    queries: openQueryVectors({ ...vectors, timeoutMs: config.embeddings.timeoutMs }),
  }
}

function openBreached({ breachedPasswords: path }: Config) {
  try {
    return path === undefined ? undefined : openBreachedPasswords(path)
  } catch (error) {
    throw new ConfigError([
      `BREACHED_PASSWORDS must be a readable file of sorted SHA-1 hashes; got "${path}": ${(error as Error).message}.`,
    ])
  }
}

/** In this order ports are closed: what writes comes before what it writes to. */
const CLOSED = [
  ...(['background', 'extractions', 'readings', 'vectors', 'relations', 'deliveries', 'mailer', 'documents'] as const),
  ...(['icons', 'openId', 'upstreams', 'meter', 'audit', 'requestLog', 'recall'] as const),
]

/** Closes the ports; logs failures and continues. */
export async function closePorts(ports: AppPorts): Promise<void> {
  for (const name of CLOSED)
    await Promise.resolve(ports[name]?.close()).catch((err) => ports.log.error({ err }, 'port not closed'))
}
