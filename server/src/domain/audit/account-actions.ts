/** What happened to the account itself. */
export const ACCOUNT_ACTIONS = [
  'account.sign_in',
  'account.password_change',
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
