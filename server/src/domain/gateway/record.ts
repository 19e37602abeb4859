import { coversAny } from '@memory-service/scopes'
import { z } from 'zod'
import type { AppActor } from '../../foundation/actor.ts'
import { type Ctx, inTransaction } from '../../foundation/ctx.ts'
import { Failure, StaleGrants } from '../../foundation/errors.ts'
import { storeResponse } from '../../foundation/idempotency.ts'
import { Candidate } from '../candidates/candidate.ts'
import { withoutDuplicates } from '../candidates/deduplicate.ts'
import { decide } from '../candidates/grounding.ts'
import { memoriesOf, proposeForReview, recordCandidates } from '../candidates/record.ts'
import { pendingContents } from '../candidates/review.ts'
import { currentActor } from '../connections/tokens.ts'
import { foresee } from '../memories/foresee.ts'
import { lockCapacity } from '../memories/store.ts'
import { Verdicts } from '../memories/verdicts.ts'
import { digestsOf, recordExtracted, wasExtracted } from './extracted.ts'
import type { GatewayPorts } from './model.ts'
import type { PromptMemory, Setting } from './prompt.ts'
import { extract } from './turn.ts'
import type { Reply } from './unwrap.ts'
import type { TurnUsage } from './usage.ts'

/* What an app's turn leaves behind: candidates, recorded as memories or proposed to the person. */

export const TurnCandidate = Candidate.extend({
  recorded: z.boolean().meta({ description: 'Whether it was stored as a memory.' }),
  memoryId: z.string().optional(),
}).meta({ id: 'TurnCandidate' })
export type TurnCandidate = z.output<typeof TurnCandidate>

/** A turn whose reply is complete. */
export interface RepliedTurn {
  userMessage?: string | undefined
  appContext?: object | undefined
  setting: Setting
  /** What the model sent along with its reply, if anything. */
  extraction: Reply['extraction']
  /** Whether the model that proposes the candidates had read the quoted memories. */
  sawQuoted: boolean
  /** The memories that the prompt quoted. */
  quoted: readonly PromptMemory[]
  /** Asked in the transaction that records, with the store locked: whether what was said still exists. */
  isWanted?: (ctx: Ctx<AppActor>) => Promise<boolean>
  /** Learns why the extraction failed. */
  onFailure?: (error: unknown) => void
}

/**
 * Extracts candidates from a turn and records the new ones, unless the same message was examined within a day.
 * @param respond builds the result, which is stored in the same transaction if the request has an idempotency key. A
 * turn whose extraction fails has no candidates.
 * @throws Failure `connection_revoked` or `connection_paused` if the connection has ended or was paused meanwhile.
 */
export async function recordTurn<T>(
  ctx: Ctx<AppActor, GatewayPorts>,
  turn: RepliedTurn,
  usage: TurnUsage,
  respond: (candidates: TurnCandidate[]) => T,
): Promise<T> {
  return (await tryToRecord(ctx, turn, usage, respond))?.response ?? respond([])
}

/** Like {@link recordTurn}. @returns `undefined` if the extraction failed. */
export async function tryToRecord<T>(
  ctx: Ctx<AppActor, GatewayPorts>,
  turn: RepliedTurn,
  usage: TurnUsage,
  respond: (candidates: TurnCandidate[]) => T,
): Promise<{ response: T } | undefined> {
  const digests = digestsOf(ctx, turn)
  if (await wasExtracted(ctx, digests)) return { response: respond([]) }
  const extracted = await extract(ctx, { ...turn, bundled: turn.extraction }, usage)
  if (!extracted) return undefined
  const response = await recordWithCurrentGrants(ctx, (ctx) => record(ctx, turn, extracted, digests, respond))
  return { response }
}

const RECORD_ATTEMPTS_MAX = 3

/** Records with the grants as they are now: they may have changed during the model calls, or while recording. */
async function recordWithCurrentGrants<T>(
  ctx: Ctx<AppActor, GatewayPorts>,
  work: (ctx: Ctx<AppActor, GatewayPorts>) => Promise<T>,
  attempt = 1,
): Promise<T> {
  if (ctx.signal.aborted) throw new Failure('unavailable')
  const actor = await currentActor(ctx, ctx.actor)
  try {
    return await work({ ...ctx, actor })
  } catch (error) {
    if (!(error instanceof StaleGrants) || attempt === RECORD_ATTEMPTS_MAX) throw error
    return recordWithCurrentGrants(ctx, work, attempt + 1)
  }
}

/** Records new candidates as memories, as many as the plan allows, and proposes those to the person that may not be. */
async function record<T>(
  ctx: Ctx<AppActor, GatewayPorts>,
  turn: RepliedTurn,
  extracted: readonly Candidate[],
  digests: readonly Buffer[],
  respond: (candidates: TurnCandidate[]) => T,
): Promise<T> {
  const { actor } = ctx
  const { candidates, waiting } = placed(actor, turn, extracted)
  const fresh = await withoutDuplicates(
    ctx,
    candidates.filter(({ scope }) => coversAny(actor.writes, scope)),
  )
  const recordable = fresh.filter((each) => !waiting.has(each))
  const proposed = await withoutDuplicates(
    ctx,
    fresh.filter((each) => waiting.has(each)),
    waiting.size ? await pendingContents(ctx) : [],
  )
  const verdicts = new Verdicts()
  await foresee(ctx, memoriesOf(ctx, recordable, actor.app), verdicts)
  return inTransaction(ctx, async (ctx) => {
    const capacity = await lockCapacity(ctx)
    const isWanted = !turn.isWanted || (await turn.isWanted(ctx))
    const isFirst = isWanted && (await recordExtracted(ctx, digests))
    const recorded = isFirst ? recordable.slice(0, capacity) : []
    const rows = memoriesOf(ctx, recorded, actor.app)
    const memories = new Map(recorded.map((each, position) => [each, rows[position]]))
    const response = respond(
      candidates.map((each) => {
        const memory = memories.get(each)
        return memory ? { ...each, recorded: true, memoryId: memory.id } : { ...each, recorded: false }
      }),
    )
    if (rows.length) await recordCandidates(ctx, rows, response, verdicts)
    else await storeResponse(ctx, response)
    if (isFirst) await proposeForReview(ctx, proposed)
    if (ctx.idempotency) ctx.idempotency.stored = true
    ctx.db.afterCommit(() => ctx.meter.count(actor, 'memory_writes', rows.length))
    return response
  })
}

/** Puts each candidate in the scope it may be recorded in; `waiting` are those that need the person's decision. */
function placed({ app, writes }: AppActor, turn: RepliedTurn, extracted: readonly Candidate[]) {
  const { userMessage, appContext, setting, sawQuoted, quoted } = turn
  const said = [userMessage, appContext && JSON.stringify(appContext), setting.name].filter(Boolean).join('\n')
  const waiting = new Set<Candidate>()
  const candidates = extracted.map((candidate) => {
    const decision = decide(candidate, { app, writes, said, sawQuoted, quoted })
    if (decision.record) return { ...candidate, scope: decision.scope }
    waiting.add(candidate)
    return candidate
  })
  return { candidates, waiting }
}
