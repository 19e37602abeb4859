import type { AuditPorts } from '../domain/audit/audit.ts'
import type { TokenPorts } from '../domain/connections/tokens.ts'
import type { MeterPorts } from '../domain/plans/meter.ts'
import type { RequestLogPorts } from '../domain/request-log/log.ts'
import type { CallLimits } from '../foundation/auth/call-limits.ts'
import type { Ports } from '../foundation/ctx.ts'
import type { ChangePorts } from '../foundation/pauses.ts'
import type { FairConcurrency } from './request/fair-concurrency.ts'

export interface EdgePorts extends Ports, AuditPorts, TokenPorts, MeterPorts, ChangePorts, RequestLogPorts {
  limits: CallLimits
  concurrency: FairConcurrency
}
