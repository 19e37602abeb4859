/** What happened to the account itself. */
export const ACCOUNT_ACTIONS = [
  'account.sign_in',
  'account.password_change',
  'account.password_reset',
  'account.address_confirm',
  'account.address_change',
  'account.address_restore',
  'account.session_end',
  'account.passkey_add',
  'account.passkey_remove',
  'account.totp_add',
  'account.totp_remove',
  'account.recovery_codes_replace',
  'account.recovery_code_use',
  'account.openid_link',
  'account.openid_unlink',
  'store.export',
] as const
export type AccountAction = (typeof ACCOUNT_ACTIONS)[number]

/** What the operator did to the account. */
export const OPERATOR_ACTIONS = [
  'operator.suspend',
  'operator.restore',
  'operator.plan',
  'operator.limit',
  'operator.reset_link',
  'operator.export',
  'operator.import',
] as const
