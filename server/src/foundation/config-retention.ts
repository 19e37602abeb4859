import { type ReadSetting, wholeNumber } from './config-values.ts'

/** Retention periods, in days. */
export interface RetentionConfig {
  /** Audit entries: reads and writes of apps, and actions on the account. */
  auditDays: number
  /** The security log of developers. */
  developerEventDays: number
  /** Deliveries of webhooks with their attempts. */
  deliveryDays: number
  /** Deleted memories, which can be restored until then. */
  trashDays: number
  /** The requests of apps, logged for their developers; 0 logs none. */
  requestLogDays: number
}

// What the activity of a connection shows is counted from the audit entries of 30 days.
const LOG_DAYS = daysFrom(30, 3_650)
// A delivery is attempted for more than three days.
const DELIVERY_DAYS = daysFrom(7, 365)
const TRASH_DAYS = daysFrom(1, 365)

/** Reads the settings of retention. */
export function readRetention(read: ReadSetting): RetentionConfig {
  return {
    auditDays: read('AUDIT_DAYS', 365, ...LOG_DAYS),
    developerEventDays: read('DEVELOPER_EVENT_DAYS', 365, ...LOG_DAYS),
    deliveryDays: read('DELIVERY_DAYS', 30, ...DELIVERY_DAYS),
    trashDays: read('TRASH_DAYS', 30, ...TRASH_DAYS),
    requestLogDays: read('REQUEST_LOG_DAYS', 7, 'a number of days from 0 (no log) to 30', wholeNumber(0, 30)),
  }
}

function daysFrom(least: number, most: number) {
  return [`a number of days from ${least} to ${most}`, wholeNumber(least, most)] as const
}
