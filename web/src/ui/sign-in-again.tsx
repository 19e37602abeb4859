import { type Account, useExpired } from '../api/session.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import { openedOnDemand } from './lazy-dialog.tsx'

const SignInAgainDialog = openedOnDemand(async () => (await import('./sign-in-again-dialog.tsx')).SignInAgainDialog)

/** Opens the dialog that asks for the password when the session has expired. */
export function SignInAgain(props: { accountKind: AccountKind; account: Account }) {
  return <SignInAgainDialog {...props} opened={useExpired(props.accountKind)} />
}
