import { ACCOUNT_ACTIONS, OPERATOR_ACTIONS } from './account-actions.ts'

/* What audit entries say that was done. */

export const READ_ACTIONS = [
  'memories.list',
  'memories.recall',
  'memory.read',
  'memory.history',
  'memory.graph',
  'context.read',
  'brief.read',
  'gateway.chat',
  'scopes.list',
  'turns.list',
] as const
/** A request for a memory by id that the app's grants do not allow: it tells the app that the memory exists. */
export const DENIED_ACTION = 'memory.denied'
export const WRITE_ACTIONS = [
  'memories.write',
  'memory.edit',
  'memory.supersede',
  'memory.reinstate',
  'memory.restore',
  'memory.delete',
  'memory.erase',
  'memories.undo',
  'memories.merge',
  'memories.unmerge',
  'turns.write',
  'turns.delete',
] as const
export const ACCESS_ACTIONS = [
  'connection.create',
  'connection.update',
  'connection.narrow',
  'connection.pause',
  'connection.resume',
  'connection.revoke',
  'connection.expire',
] as const
/** What a user decides about an app without its developer learning of it. */
export const SETTING_ACTIONS = [
  'connection.mute',
  'connection.unmute',
  'connection.limit',
  'connection.unlimit',
] as const
const SIGNAL_ACTIONS = ['signal.emit', 'signal.receive'] as const
export const AUDIT_ACTIONS = [
  ...READ_ACTIONS,
  ...WRITE_ACTIONS,
  DENIED_ACTION,
  ...ACCOUNT_ACTIONS,
  ...OPERATOR_ACTIONS,
  ...ACCESS_ACTIONS,
  ...SETTING_ACTIONS,
  ...SIGNAL_ACTIONS,
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]
