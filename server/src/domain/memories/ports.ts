import type { AuditPorts } from '../audit/audit.ts'
import type { MeterPorts } from '../plans/meter.ts'
import type { DeliveryPorts } from '../webhooks/deliver.ts'
import type { DerivedData } from './derived-data.ts'
import type { Indexes } from './indexes.ts'
import type { QueryVectors } from './query-vectors.ts'

/** What reads of memories use beside the base ports. */
export interface ReadPorts extends AuditPorts {
  recall: Indexes
  queries: QueryVectors
}

/** What writes of memories use beside the base ports. */
export interface MemoryPorts extends ReadPorts, MeterPorts, DeliveryPorts {
  derived: DerivedData
}
